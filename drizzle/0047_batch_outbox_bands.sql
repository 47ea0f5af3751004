CREATE INDEX CONCURRENTLY "lookups_batch_outbox_bands" ON "lookups" USING btree ("account_id","band","accepted_at","id") WHERE "lookups"."state" = 'accepted' AND "lookups"."mode" = 'batch';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lookups_batch_outbox";
