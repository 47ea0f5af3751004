ALTER TABLE "batches" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "faults" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "faulted_at" timestamp (3) with time zone;--> statement-breakpoint
-- safe: batches are few, those of test keys fewer, and none of theirs may be billed meanwhile
UPDATE "batches" SET "is_test" = true FROM "api_keys" WHERE "api_keys"."id" = "batches"."api_key_id" AND "api_keys"."is_test";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "test_month" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "test_lookups" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "test_deep_lookups" integer DEFAULT 0 NOT NULL;
