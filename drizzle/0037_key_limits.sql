ALTER TABLE "api_keys" ADD COLUMN "own_lookups_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "networks" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "monthly_lookups" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "first_key_id" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "counted_month" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "counted_lookups" integer DEFAULT 0 NOT NULL;