ALTER TABLE "erasures" ADD COLUMN "forms" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lookup_results" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "sent_digest" text;