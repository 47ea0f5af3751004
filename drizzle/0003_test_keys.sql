ALTER TABLE "api_keys" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;