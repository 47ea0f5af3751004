ALTER TABLE "lookups" ADD COLUMN "starts" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "restart_at" timestamp (3) with time zone;