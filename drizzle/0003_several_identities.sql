-- No release wrote lookup_modules yet: the new part of its key needs no value for old rows.
ALTER TABLE "lookup_modules" ADD COLUMN "subject" text NOT NULL;--> statement-breakpoint
ALTER TABLE "lookup_modules" DROP CONSTRAINT "lookup_modules_lookup_id_module_pk";--> statement-breakpoint
ALTER TABLE "lookup_modules" ADD CONSTRAINT "lookup_modules_lookup_id_module_subject_pk" PRIMARY KEY("lookup_id","module","subject");--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "sent" jsonb;--> statement-breakpoint
CREATE INDEX "lookups_pages" ON "lookups" USING btree ("account_id","accepted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
