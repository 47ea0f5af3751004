CREATE TABLE "breach_erasures" (
	"digest" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "erasure_executions" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "indexed" "bytea";--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "kept" jsonb DEFAULT '[]'::jsonb NOT NULL;