ALTER TABLE "webhook_deliveries" ADD COLUMN "payload" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "payload" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "summary" "bytea";