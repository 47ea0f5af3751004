ALTER TABLE "lookup_results" ADD COLUMN "profile" jsonb;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "claimed_name" text;--> statement-breakpoint
ALTER TABLE "platform_facts" ADD COLUMN "profile" jsonb;