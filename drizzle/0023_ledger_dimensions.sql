ALTER TABLE "usage_ledger" ADD COLUMN "api_key_id" text;--> statement-breakpoint
ALTER TABLE "usage_ledger" ADD COLUMN "module" text;