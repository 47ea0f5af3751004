CREATE TABLE "erasure_executions" (
	"erasure_id" text NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	CONSTRAINT "erasure_executions_erasure_id_kind_ref_pk" PRIMARY KEY("erasure_id","kind","ref")
);
--> statement-breakpoint
CREATE TABLE "erasure_sent_events" (
	"erasure_id" text NOT NULL,
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "erasure_sent_events_erasure_id_event_id_endpoint_id_pk" PRIMARY KEY("erasure_id","event_id","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"api_key_id" text,
	"digest" text NOT NULL,
	"sealed" "bytea",
	"is_dry_run" boolean NOT NULL,
	"state" text DEFAULT 'accepted' NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"scan" jsonb,
	"is_in_ledger" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "erasure_executions" ADD CONSTRAINT "erasure_executions_erasure_id_erasures_id_fk" FOREIGN KEY ("erasure_id") REFERENCES "public"."erasures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_sent_events" ADD CONSTRAINT "erasure_sent_events_erasure_id_erasures_id_fk" FOREIGN KEY ("erasure_id") REFERENCES "public"."erasures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasures_account" ON "erasures" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "erasures_unfinished" ON "erasures" USING btree ("created_at") WHERE "erasures"."state" <> 'done';