ALTER TABLE "accounts" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "target" text DEFAULT 'identity' NOT NULL;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "due_at" timestamp (3) with time zone;