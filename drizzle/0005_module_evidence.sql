CREATE TABLE "lookup_derived" (
	"lookup_id" text NOT NULL,
	"platform" text NOT NULL,
	"handle" text NOT NULL,
	"subject" text NOT NULL,
	"seq" integer NOT NULL,
	"state" text NOT NULL,
	"doubt" text,
	"method" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"from_cache" boolean DEFAULT false NOT NULL,
	"evidence" jsonb,
	CONSTRAINT "lookup_derived_lookup_id_platform_handle_pk" PRIMARY KEY("lookup_id","platform","handle")
);
--> statement-breakpoint
ALTER TABLE "lookup_results" DROP CONSTRAINT "lookup_results_lookup_id_platform_subject_pk";--> statement-breakpoint
ALTER TABLE "lookup_modules" ALTER COLUMN "payload" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lookup_results" ADD COLUMN "origin" text DEFAULT 'sweep' NOT NULL;--> statement-breakpoint
ALTER TABLE "lookup_results" ADD CONSTRAINT "lookup_results_lookup_id_platform_subject_origin_pk" PRIMARY KEY("lookup_id","platform","subject","origin");--> statement-breakpoint
ALTER TABLE "lookup_modules" ADD COLUMN "evidence" jsonb;--> statement-breakpoint
ALTER TABLE "lookup_derived" ADD CONSTRAINT "lookup_derived_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;