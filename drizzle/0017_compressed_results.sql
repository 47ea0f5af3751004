CREATE TABLE "compressed_results" (
	"lookup_id" text PRIMARY KEY NOT NULL,
	"outcomes" integer NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "is_compressed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "compressed_results" ADD CONSTRAINT "compressed_results_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What is compressed already: the server would try in vain to make it smaller.
ALTER TABLE "compressed_results" ALTER COLUMN "body" SET STORAGE EXTERNAL;