CREATE TABLE "breach_imports" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"lines" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "breach_index" (
	"digest" "bytea" NOT NULL,
	"breach_id" integer NOT NULL,
	CONSTRAINT "breach_index_digest_breach_id_pk" PRIMARY KEY("digest","breach_id")
);
--> statement-breakpoint
CREATE TABLE "breaches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "breaches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key" text NOT NULL,
	"date" date NOT NULL,
	"domain" text,
	"kinds" text[] NOT NULL,
	"records" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "breaches_key_date" UNIQUE("key","date")
);
--> statement-breakpoint
ALTER TABLE "breach_index" ADD CONSTRAINT "breach_index_breach_id_breaches_id_fk" FOREIGN KEY ("breach_id") REFERENCES "public"."breaches"("id") ON DELETE cascade ON UPDATE no action;