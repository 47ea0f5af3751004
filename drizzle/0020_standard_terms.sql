-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "accounts" RENAME CONSTRAINT "retention_is_a_day_or_more" TO "retention_at_least_one_day";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "usage_periods" RENAME CONSTRAINT "used_is_counted" TO "used_not_negative";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "usage_notices" RENAME TO "usage_alerts";
ALTER TABLE "usage_alerts" RENAME CONSTRAINT "usage_notices_pool_id_period_start_percent_pk" TO "usage_alerts_pool_id_period_start_percent_pk";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "rate_windows" RENAME COLUMN "subject" TO "caller";
ALTER TABLE "rate_windows" RENAME COLUMN "class" TO "rate_class";
ALTER TABLE "rate_windows" RENAME COLUMN "minute" TO "window_start";
ALTER TABLE "rate_windows" RENAME CONSTRAINT "rate_windows_subject_class_minute_pk" TO "rate_windows_caller_rate_class_window_start_pk";
ALTER INDEX "rate_windows_minute" RENAME TO "rate_windows_window_start";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "platform_controls" RENAME COLUMN "subject" TO "query_type";
ALTER TABLE "platform_controls" RENAME CONSTRAINT "platform_controls_egress_platform_subject_pk" TO "platform_controls_egress_platform_query_type_pk";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "platform_records" RENAME TO "platform_stats";
ALTER TABLE "platform_stats" RENAME COLUMN "subject" TO "query_type";
ALTER TABLE "platform_stats" RENAME COLUMN "slow_latency_ms" TO "p90_latency_ms";
ALTER TABLE "platform_stats" RENAME COLUMN "asked_at" TO "probed_at";
ALTER TABLE "platform_stats" RENAME CONSTRAINT "platform_records_egress_platform_subject_pk" TO "platform_stats_egress_platform_query_type_pk";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "fleet_members" RENAME COLUMN "settled" TO "acknowledged_members";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "host_flow" RENAME COLUMN "circuit_until" TO "circuit_open_until";
ALTER TABLE "host_flow" RENAME COLUMN "trial_until" TO "trial_lease_until";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "breaches" RENAME COLUMN "key" TO "name_key";
ALTER TABLE "breaches" RENAME COLUMN "kinds" TO "query_types";
ALTER TABLE "breaches" RENAME COLUMN "records" TO "entry_count";
ALTER TABLE "breaches" RENAME CONSTRAINT "breaches_key_date" TO "breaches_name_key_date";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "breach_imports" RENAME COLUMN "lines" TO "lines_processed";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "webhook_endpoints" RENAME COLUMN "warned" TO "warnings_sent";
ALTER TABLE "webhook_endpoints" RENAME COLUMN "next_look_at" TO "next_check_at";
ALTER TABLE "webhook_endpoints" RENAME COLUMN "in_flight" TO "max_in_flight";
ALTER INDEX "webhook_endpoints_look" RENAME TO "webhook_endpoints_check";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "webhook_events" RENAME COLUMN "cause" TO "dedup_key";
ALTER TABLE "webhook_events" RENAME CONSTRAINT "webhook_events_cause_unique" TO "webhook_events_dedup_key_unique";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "webhook_deliveries" RENAME COLUMN "end_reason" TO "failure_reason";
ALTER TABLE "webhook_deliveries" RENAME COLUMN "position" TO "schedule_offset_ms";
ALTER TABLE "webhook_deliveries" RENAME COLUMN "held_until" TO "lease_until";
ALTER TABLE "webhook_deliveries" RENAME COLUMN "waiting_since" TO "slot_denied_at";
ALTER INDEX "webhook_deliveries_held" RENAME TO "webhook_deliveries_leased";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "webhook_attempts" RENAME COLUMN "answer" TO "response_body";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "mails" RENAME COLUMN "cause" TO "dedup_key";
ALTER TABLE "mails" RENAME CONSTRAINT "mails_cause_unique" TO "mails_dedup_key_unique";

--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "lookups" RENAME COLUMN "delivery" TO "mode";
ALTER TABLE "lookups" RENAME COLUMN "sent" TO "raw_identities";
ALTER TABLE "lookups" RENAME COLUMN "fresh" TO "bypass_cache";
ALTER TABLE "lookups" RENAME COLUMN "is_followed" TO "is_watched";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "lookup_results" RENAME COLUMN "origin" TO "source";
ALTER TABLE "lookup_results" RENAME COLUMN "doubt" TO "reason";
ALTER TABLE "lookup_results" RENAME CONSTRAINT "lookup_results_lookup_id_platform_subject_origin_pk" TO "lookup_results_lookup_id_platform_subject_source_pk";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "lookup_derived" RENAME COLUMN "doubt" TO "reason";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "compressed_results" RENAME COLUMN "outcomes" TO "outcome_count";
--> statement-breakpoint
-- safe: no process of the release before runs (docs/runbook.md, "Upgrading to 0.1.0's column names")
ALTER TABLE "idempotency_keys" RENAME COLUMN "outcome" TO "acceptances";
