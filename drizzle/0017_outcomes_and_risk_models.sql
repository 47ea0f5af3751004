CREATE TABLE "lookup_outcomes" (
	"lookup_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"outcome" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "risk_models" (
	"account_id" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" text,
	"weights" jsonb,
	"api_key_id" text NOT NULL,
	CONSTRAINT "risk_models_account_id_since_pk" PRIMARY KEY("account_id","since")
);
--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "risk_trace" jsonb;--> statement-breakpoint
ALTER TABLE "lookup_outcomes" ADD CONSTRAINT "lookup_outcomes_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "risk_models" ADD CONSTRAINT "risk_models_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lookup_outcomes_of_account" ON "lookup_outcomes" USING btree ("account_id","recorded_at","lookup_id");