CREATE TABLE "balance_top_ups" (
	"account_id" text NOT NULL,
	"reference" text NOT NULL,
	"amount_millicents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "balance_top_ups_account_id_reference_pk" PRIMARY KEY("account_id","reference")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "balance_top_ups" ADD CONSTRAINT "balance_top_ups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;