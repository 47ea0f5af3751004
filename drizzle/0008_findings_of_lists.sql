ALTER TABLE "lookups" ADD COLUMN "omitted" integer;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "hits" text[];