ALTER TABLE "lookups" ADD COLUMN "risk_score" integer;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "risk_level" text;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "risk_model" text;