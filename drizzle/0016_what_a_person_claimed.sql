ALTER TABLE "batch_items" ADD COLUMN "claimed_company" text;--> statement-breakpoint
ALTER TABLE "batch_items" ADD COLUMN "claimed_country" text;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "claimed_company" text;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "claimed_country" text;