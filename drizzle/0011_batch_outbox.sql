DROP INDEX "lookups_unstarted";--> statement-breakpoint
CREATE INDEX "lookups_batch_outbox" ON "lookups" USING btree ("account_id","accepted_at","id") WHERE "lookups"."state" = 'accepted' AND "lookups"."delivery" = 'batch';--> statement-breakpoint
CREATE INDEX "lookups_unstarted" ON "lookups" USING btree ("accepted_at","id") WHERE "lookups"."state" = 'accepted' AND "lookups"."delivery" <> 'batch';