CREATE TABLE "result_disputes" (
	"lookup_id" text NOT NULL,
	"platform" text NOT NULL,
	"subject" text NOT NULL,
	"query_type" text NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"state" text NOT NULL,
	"method" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"egress" text,
	"rule" text,
	"catalogue" integer,
	"evidence" jsonb,
	"evidence_digest" text,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"controlled_at" timestamp (3) with time zone,
	CONSTRAINT "result_disputes_lookup_id_platform_subject_pk" PRIMARY KEY("lookup_id","platform","subject")
);
--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "risk_score" integer;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "risk_level" text;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "risk_model" text;--> statement-breakpoint
ALTER TABLE "result_disputes" ADD CONSTRAINT "result_disputes_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "result_disputes_of_account" ON "result_disputes" USING btree ("account_id","created_at","lookup_id","platform","subject");--> statement-breakpoint
CREATE INDEX "result_disputes_of_platform" ON "result_disputes" USING btree ("platform","created_at");--> statement-breakpoint
CREATE INDEX "result_disputes_newest" ON "result_disputes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "result_disputes_uncontrolled" ON "result_disputes" USING btree ("egress","created_at") WHERE "result_disputes"."controlled_at" IS NULL;