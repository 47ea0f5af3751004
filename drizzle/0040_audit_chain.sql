CREATE TABLE "audit_chain" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"entries" integer NOT NULL,
	"digest" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "means" text;--> statement-breakpoint
-- By hand: with the time of the migration for the entries that there are, which rewrites no row; each later one has its own.
ALTER TABLE "audit_log" ADD COLUMN "written_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "written_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
-- Entries are deleted by the day to which they belong.
CREATE OR REPLACE FUNCTION "audit_log_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.written_at < now() - interval '2 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE FUNCTION "audit_chain_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.day < (now() AT TIME ZONE 'UTC' - interval '2 years')::date THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the chain of the audit log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_chain_append_only" BEFORE UPDATE OR DELETE ON "audit_chain" FOR EACH ROW EXECUTE FUNCTION "audit_chain_refuse"();
--> statement-breakpoint
CREATE TRIGGER "audit_chain_keep_all" BEFORE TRUNCATE ON "audit_chain" FOR EACH STATEMENT EXECUTE FUNCTION "audit_chain_refuse"();
