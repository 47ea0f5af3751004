CREATE TABLE "lookup_leads" (
	"lookup_id" text NOT NULL,
	"source" text NOT NULL,
	"subject" text NOT NULL,
	"platform" text NOT NULL,
	"handle" text NOT NULL,
	"seq" integer NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lookup_leads_lookup_id_source_subject_platform_handle_pk" PRIMARY KEY("lookup_id","source","subject","platform","handle")
);
--> statement-breakpoint
ALTER TABLE "platform_facts" ADD COLUMN "leads" jsonb;--> statement-breakpoint
ALTER TABLE "lookup_leads" ADD CONSTRAINT "lookup_leads_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;