CREATE INDEX CONCURRENTLY "webhook_deliveries_queue" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at","event_id") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_held" ON "webhook_deliveries" USING btree ("endpoint_id") WHERE "webhook_deliveries"."is_held";
