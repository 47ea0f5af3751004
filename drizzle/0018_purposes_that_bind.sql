ALTER TABLE "accounts" ADD COLUMN "purpose_limits" jsonb;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "v1_purpose" text;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "scope" jsonb;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "scope" jsonb;