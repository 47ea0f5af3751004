ALTER TABLE "lookup_results" ADD COLUMN "profile" jsonb;--> statement-breakpoint
ALTER TABLE "platform_facts" ADD COLUMN "profile" jsonb;