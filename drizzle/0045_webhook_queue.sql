CREATE TABLE "webhook_stored_bytes" (
	"account_id" text NOT NULL,
	"shard" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "webhook_stored_bytes_account_id_shard_pk" PRIMARY KEY("account_id","shard")
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "is_deferred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "stored_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Counts the bytes of bodies by account, in the transaction that changes them. A connection has a row of its own, as far as there are enough,
-- so that two transactions of one account neither wait for each other nor deadlock.
CREATE FUNCTION "count_webhook_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_stored_bytes AS s (account_id, shard, bytes)
  VALUES (coalesce(NEW.account_id, OLD.account_id), pg_backend_pid() % 64, coalesce(NEW.stored_bytes, 0) - coalesce(OLD.stored_bytes, 0))
  ON CONFLICT (account_id, shard) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "webhook_events_added" AFTER INSERT ON "webhook_events" FOR EACH ROW
  WHEN (NEW.stored_bytes <> 0) EXECUTE FUNCTION "count_webhook_bytes"();
--> statement-breakpoint
CREATE TRIGGER "webhook_events_changed" AFTER UPDATE OF "stored_bytes" ON "webhook_events" FOR EACH ROW
  WHEN (NEW.stored_bytes <> OLD.stored_bytes) EXECUTE FUNCTION "count_webhook_bytes"();
--> statement-breakpoint
CREATE TRIGGER "webhook_events_deleted" AFTER DELETE ON "webhook_events" FOR EACH ROW
  WHEN (OLD.stored_bytes <> 0) EXECUTE FUNCTION "count_webhook_bytes"();
