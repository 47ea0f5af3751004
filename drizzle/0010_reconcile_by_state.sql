DROP INDEX "lookups_unfinished";--> statement-breakpoint
CREATE INDEX "lookups_unstarted" ON "lookups" USING btree ("accepted_at","id") WHERE "lookups"."state" = 'accepted';--> statement-breakpoint
CREATE INDEX "lookups_running" ON "lookups" USING btree ("accepted_at","id") WHERE "lookups"."state" = 'running';