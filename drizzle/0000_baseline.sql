CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text,
	"name" text,
	"plan" text NOT NULL,
	"pool_id" text NOT NULL,
	"quota_override" integer,
	"balance_millicents" bigint DEFAULT 0 NOT NULL,
	"retention_days" integer DEFAULT 90,
	"suspended_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"purposes" text[],
	"purpose_required" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_key_unique" UNIQUE("email_key"),
	CONSTRAINT "retention_at_least_one_day" CHECK ("accounts"."retention_days" >= 1)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"digest" "bytea" NOT NULL,
	"last_four" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"own_lookups_only" boolean DEFAULT false NOT NULL,
	"networks" text[],
	"monthly_lookups" integer,
	"first_key_id" text,
	"counted_month" timestamp (3) with time zone,
	"counted_lookups" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "api_keys_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "balance_top_ups" (
	"account_id" text NOT NULL,
	"reference" text NOT NULL,
	"amount_millicents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "balance_top_ups_account_id_reference_pk" PRIMARY KEY("account_id","reference")
);
--> statement-breakpoint
CREATE TABLE "quota_pools" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quota_pools_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"entries" integer NOT NULL,
	"digest" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" text,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"targets" text[] NOT NULL,
	"network" text,
	"outcome" text NOT NULL,
	"purpose" text,
	"means" text,
	"written_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "breach_erasures" (
	"digest" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "breach_imports" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"lines_processed" bigint DEFAULT 0 NOT NULL,
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
	"name_key" text NOT NULL,
	"date" date NOT NULL,
	"domain" text,
	"query_types" text[] NOT NULL,
	"entry_count" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "breaches_name_key_date" UNIQUE("name_key","date")
);
--> statement-breakpoint
CREATE TABLE "lookup_derived" (
	"lookup_id" text NOT NULL,
	"platform" text NOT NULL,
	"handle" text NOT NULL,
	"subject" text NOT NULL,
	"seq" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"method" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"from_cache" boolean DEFAULT false NOT NULL,
	"egress" text,
	"evidence" jsonb,
	CONSTRAINT "lookup_derived_lookup_id_platform_handle_pk" PRIMARY KEY("lookup_id","platform","handle")
);
--> statement-breakpoint
CREATE TABLE "erasure_executions" (
	"erasure_id" text NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "erasure_executions_erasure_id_kind_ref_pk" PRIMARY KEY("erasure_id","kind","ref")
);
--> statement-breakpoint
CREATE TABLE "erasure_sent_events" (
	"erasure_id" text NOT NULL,
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "erasure_sent_events_erasure_id_event_id_endpoint_id_pk" PRIMARY KEY("erasure_id","event_id","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"api_key_id" text,
	"target" text DEFAULT 'identity' NOT NULL,
	"digest" text NOT NULL,
	"forms" text[] DEFAULT '{}' NOT NULL,
	"sealed" "bytea",
	"indexed" "bytea",
	"kept" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_dry_run" boolean NOT NULL,
	"state" text DEFAULT 'accepted' NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"scan" jsonb,
	"is_in_ledger" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone,
	"applied_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "fleet_members" (
	"id" text PRIMARY KEY NOT NULL,
	"pool" text NOT NULL,
	"egresses" text[] NOT NULL,
	"acknowledged_members" text[] NOT NULL,
	"status" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "host_flow" (
	"pool" text NOT NULL,
	"host" text NOT NULL,
	"egress" text NOT NULL,
	"concurrency" integer NOT NULL,
	"decreased_at" timestamp (3) with time zone,
	"circuit_open_until" timestamp (3) with time zone,
	"trips" integer NOT NULL,
	"trial_lease_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "host_flow_pool_host_egress_pk" PRIMARY KEY("pool","host","egress")
);
--> statement-breakpoint
CREATE TABLE "linked_accounts" (
	"lookup_id" text NOT NULL,
	"source" text NOT NULL,
	"subject" text NOT NULL,
	"platform" text NOT NULL,
	"handle" text NOT NULL,
	"seq" integer NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "linked_accounts_lookup_id_source_subject_platform_handle_pk" PRIMARY KEY("lookup_id","source","subject","platform","handle")
);
--> statement-breakpoint
CREATE TABLE "compressed_results" (
	"lookup_id" text PRIMARY KEY NOT NULL,
	"outcome_count" integer NOT NULL,
	"head" "bytea",
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lookup_modules" (
	"lookup_id" text NOT NULL,
	"module" text NOT NULL,
	"subject" text NOT NULL,
	"seq" integer NOT NULL,
	"payload" jsonb,
	"evidence" jsonb,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lookup_modules_lookup_id_module_subject_pk" PRIMARY KEY("lookup_id","module","subject")
);
--> statement-breakpoint
CREATE TABLE "lookup_results" (
	"lookup_id" text NOT NULL,
	"platform" text NOT NULL,
	"subject" text NOT NULL,
	"source" text DEFAULT 'sweep' NOT NULL,
	"seq" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"method" text NOT NULL,
	"mailbox_provider" boolean DEFAULT false NOT NULL,
	"basis" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"from_cache" boolean DEFAULT false NOT NULL,
	"egress" text,
	"evidence" jsonb,
	CONSTRAINT "lookup_results_lookup_id_platform_subject_source_pk" PRIMARY KEY("lookup_id","platform","subject","source")
);
--> statement-breakpoint
CREATE TABLE "lookups" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"kind" text NOT NULL,
	"band" text NOT NULL,
	"mode" text NOT NULL,
	"query" text NOT NULL,
	"query_type" text,
	"subjects" jsonb NOT NULL,
	"raw_identities" jsonb,
	"checks" jsonb NOT NULL,
	"platforms" text[],
	"bypass_cache" boolean DEFAULT false NOT NULL,
	"purpose" text,
	"suppressed" text[],
	"state" text DEFAULT 'accepted' NOT NULL,
	"plan" jsonb,
	"feed_seq" integer DEFAULT 0 NOT NULL,
	"is_watched" boolean DEFAULT false NOT NULL,
	"is_compressed" boolean DEFAULT false NOT NULL,
	"platforms_checked" integer DEFAULT 0 NOT NULL,
	"matches" integer DEFAULT 0 NOT NULL,
	"social_matches" integer DEFAULT 0 NOT NULL,
	"accepted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"starts" integer DEFAULT 1 NOT NULL,
	"restart_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "platform_facts" (
	"account_id" text NOT NULL,
	"identity" text NOT NULL,
	"egress" text NOT NULL,
	"platform" text NOT NULL,
	"state" text NOT NULL,
	"method" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"evidence" jsonb,
	"linked_accounts" jsonb,
	"rule" text,
	CONSTRAINT "platform_facts_account_id_identity_egress_platform_pk" PRIMARY KEY("account_id","identity","egress","platform")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"emailed_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_once" UNIQUE("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"user_agent" text NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"authenticated_at" timestamp (3) with time zone DEFAULT now(),
	"means" text DEFAULT 'code' NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"browser_digest" "bytea" NOT NULL,
	"code_digest" "bytea" NOT NULL,
	"sealed" "bytea",
	"code_made_at" timestamp (3) with time zone,
	"emailed_at" timestamp (3) with time zone,
	"network" text,
	"device_digest" "bytea",
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sign_in_codes_browser_digest_unique" UNIQUE("browser_digest")
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sign_in_links_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "catalogue_bundles" (
	"version" bigint PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"platforms" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"accepted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_revisions" (
	"revision" integer PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"bundle" bigint,
	"replacements" jsonb NOT NULL,
	"held" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "control_accounts" (
	"platform" text NOT NULL,
	"query_type" text NOT NULL,
	"digest" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "control_accounts_platform_query_type_digest_pk" PRIMARY KEY("platform","query_type","digest")
);
--> statement-breakpoint
CREATE TABLE "platform_answers" (
	"egress" text NOT NULL,
	"platform" text NOT NULL,
	"query_type" text NOT NULL,
	"day" date NOT NULL,
	"answered" integer NOT NULL,
	"registered" integer NOT NULL,
	CONSTRAINT "platform_answers_egress_platform_query_type_day_pk" PRIMARY KEY("egress","platform","query_type","day")
);
--> statement-breakpoint
CREATE TABLE "platform_backoffs" (
	"egress" text NOT NULL,
	"platform" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "platform_backoffs_egress_platform_pk" PRIMARY KEY("egress","platform")
);
--> statement-breakpoint
CREATE TABLE "platform_controls" (
	"egress" text NOT NULL,
	"platform" text NOT NULL,
	"query_type" text NOT NULL,
	"outcome" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"latency_ms" integer,
	CONSTRAINT "platform_controls_egress_platform_query_type_pk" PRIMARY KEY("egress","platform","query_type")
);
--> statement-breakpoint
CREATE TABLE "platform_health" (
	"egress" text NOT NULL,
	"platform" text NOT NULL,
	"query_type" text NOT NULL,
	"controls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"alert" jsonb,
	CONSTRAINT "platform_health_egress_platform_query_type_pk" PRIMARY KEY("egress","platform","query_type")
);
--> statement-breakpoint
CREATE TABLE "platform_stats" (
	"egress" text NOT NULL,
	"platform" text NOT NULL,
	"query_type" text NOT NULL,
	"answered" integer NOT NULL,
	"omitted" integer NOT NULL,
	"median_latency_ms" integer,
	"p90_latency_ms" integer,
	"probed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "platform_stats_egress_platform_query_type_pk" PRIMARY KEY("egress","platform","query_type")
);
--> statement-breakpoint
CREATE TABLE "platform_switches" (
	"platform" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"disabled_by" text,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"kind" text NOT NULL,
	"digest" text NOT NULL,
	"sent_digest" text NOT NULL,
	"key_check" text NOT NULL,
	"proof" text NOT NULL,
	"added_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Unlogged: what is kept for 15 minutes is in no archive of the log, and a crash empties it.
CREATE UNLOGGED TABLE "traffic_key" (
	"id" boolean PRIMARY KEY NOT NULL,
	"hour" integer NOT NULL,
	"key" "bytea" NOT NULL,
	"previous" "bytea"
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "traffic_observations" (
	"egress" text NOT NULL,
	"platform" text NOT NULL,
	"query_type" text NOT NULL,
	"rule" text NOT NULL,
	"key_hour" integer NOT NULL,
	"state" text NOT NULL,
	"identity" text NOT NULL,
	"account" text NOT NULL,
	"location" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "traffic_observations_once" PRIMARY KEY("egress","platform","query_type","rule","key_hour","account","identity","state")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"acceptances" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
-- Unlogged: a crash may forget a minute, never a bill.
CREATE UNLOGGED TABLE "rate_windows" (
	"caller" text NOT NULL,
	"rate_class" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "rate_windows_caller_rate_class_window_start_pk" PRIMARY KEY("caller","rate_class","window_start")
);
--> statement-breakpoint
CREATE TABLE "usage_alerts" (
	"pool_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"percent" integer NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"scope" text NOT NULL,
	"used" bigint NOT NULL,
	"limit" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_alerts_pool_id_period_start_percent_pk" PRIMARY KEY("pool_id","period_start","percent")
);
--> statement-breakpoint
CREATE TABLE "usage_ledger" (
	"lookup_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"pool_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"amount" bigint NOT NULL,
	"unit" text NOT NULL,
	"api_key_id" text NOT NULL,
	"module" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_periods" (
	"pool_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"used" bigint NOT NULL,
	CONSTRAINT "usage_periods_pool_id_period_start_pk" PRIMARY KEY("pool_id","period_start"),
	CONSTRAINT "used_not_negative" CHECK ("usage_periods"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"dedup_key" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sealed" "bytea",
	"state" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "emails_dedup_key_unique" UNIQUE("dedup_key")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"number" integer NOT NULL,
	"trigger" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"url" text NOT NULL,
	"failure" text,
	"detail" text,
	"status" integer,
	"duration_ms" integer NOT NULL,
	"remote_address" text,
	"response_body" "bytea" NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_attempts_event_id_endpoint_id_number_pk" PRIMARY KEY("event_id","endpoint_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"account_id" text NOT NULL,
	"event_type" text NOT NULL,
	"payload" text DEFAULT 'full' NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"failure_reason" text,
	"run" integer DEFAULT 0 NOT NULL,
	"trigger" text DEFAULT 'event' NOT NULL,
	"schedule_offset_ms" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_attempt_at" timestamp (3) with time zone,
	"last_status" integer,
	"last_failure" text,
	"lease_until" timestamp (3) with time zone,
	"is_held" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_event_id_endpoint_id_pk" PRIMARY KEY("event_id","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"event_types" text[] NOT NULL,
	"payload" text DEFAULT 'full' NOT NULL,
	"state" text DEFAULT 'enabled' NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"last_failed_at" timestamp (3) with time zone,
	"warnings_sent" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"max_in_flight" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"type" text NOT NULL,
	"dedup_key" text NOT NULL,
	"api_version" text NOT NULL,
	"body" "bytea",
	"summary" "bytea",
	"is_deferred" boolean DEFAULT false NOT NULL,
	"stored_bytes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_dedup_key_unique" UNIQUE("dedup_key")
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"endpoint_id" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_stored_bytes" (
	"account_id" text NOT NULL,
	"shard" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "webhook_stored_bytes_account_id_shard_pk" PRIMARY KEY("account_id","shard")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_pool_id_quota_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."quota_pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_top_ups" ADD CONSTRAINT "balance_top_ups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "breach_index" ADD CONSTRAINT "breach_index_breach_id_breaches_id_fk" FOREIGN KEY ("breach_id") REFERENCES "public"."breaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookup_derived" ADD CONSTRAINT "lookup_derived_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_executions" ADD CONSTRAINT "erasure_executions_erasure_id_erasures_id_fk" FOREIGN KEY ("erasure_id") REFERENCES "public"."erasures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_sent_events" ADD CONSTRAINT "erasure_sent_events_erasure_id_erasures_id_fk" FOREIGN KEY ("erasure_id") REFERENCES "public"."erasures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD CONSTRAINT "linked_accounts_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compressed_results" ADD CONSTRAINT "compressed_results_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookup_modules" ADD CONSTRAINT "lookup_modules_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookup_results" ADD CONSTRAINT "lookup_results_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookups" ADD CONSTRAINT "lookups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_ledger" ADD CONSTRAINT "usage_ledger_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_periods" ADD CONSTRAINT "usage_periods_pool_id_quota_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."quota_pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery" FOREIGN KEY ("event_id","endpoint_id") REFERENCES "public"."webhook_deliveries"("event_id","endpoint_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_written" ON "audit_log" USING btree ("written_at","id" COLLATE "C");--> statement-breakpoint
CREATE INDEX "erasures_account" ON "erasures" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "erasures_unfinished" ON "erasures" USING btree ("created_at") WHERE "erasures"."state" <> 'done';--> statement-breakpoint
CREATE INDEX "host_flow_updated" ON "host_flow" USING btree ("pool","updated_at");--> statement-breakpoint
CREATE INDEX "lookup_results_feed" ON "lookup_results" USING btree ("lookup_id","seq");--> statement-breakpoint
CREATE INDEX "lookups_history" ON "lookups" USING btree ("account_id","accepted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "lookups"."kind" = 'lookup' AND "lookups"."query_type" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "lookups_pages" ON "lookups" USING btree ("account_id","accepted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "lookups_unstarted" ON "lookups" USING btree ("accepted_at","id") WHERE "lookups"."state" = 'accepted' AND "lookups"."mode" <> 'batch';--> statement-breakpoint
CREATE INDEX "lookups_batch_outbox_bands" ON "lookups" USING btree ("account_id","band","accepted_at","id") WHERE "lookups"."state" = 'accepted' AND "lookups"."mode" = 'batch';--> statement-breakpoint
CREATE INDEX "lookups_uncompressed" ON "lookups" USING btree ("finished_at","id") WHERE "lookups"."state" = 'finished' AND NOT "lookups"."is_compressed";--> statement-breakpoint
CREATE INDEX "lookups_by_key" ON "lookups" USING btree ("account_id","api_key_id","accepted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "lookups_by_identity" ON "lookups" USING gin (jsonb_set('{}'::jsonb, ARRAY["account_id"], "subjects") jsonb_path_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "lookups_running" ON "lookups" USING btree ("accepted_at","id") WHERE "lookups"."state" = 'running';--> statement-breakpoint
CREATE INDEX "platform_facts_age" ON "platform_facts" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "invitations_account" ON "invitations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expired" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id") WHERE "sessions"."revoked_at" IS NULL;--> statement-breakpoint
CREATE INDEX "sessions_expired" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_email" ON "sign_in_codes" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_expired" ON "sign_in_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_identities_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_once" ON "suppressions" USING btree ("digest",coalesce("account_id", ''));--> statement-breakpoint
CREATE INDEX "suppressions_sent" ON "suppressions" USING btree ("sent_digest");--> statement-breakpoint
CREATE INDEX "suppressions_account" ON "suppressions" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "traffic_observations_stored" ON "traffic_observations" USING btree ("egress","stored_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_lookups" ON "idempotency_keys" USING gin (jsonb_path_query_array("acceptances", '$[*].lookupId'));--> statement-breakpoint
CREATE INDEX "rate_windows_window_start" ON "rate_windows" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "usage_ledger_account" ON "usage_ledger" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "emails_account" ON "emails" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "emails_pending" ON "emails" USING btree ("created_at") WHERE "emails"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS FIRST,"event_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_account" ON "webhook_deliveries" USING btree ("account_id","created_at" DESC NULLS FIRST,"event_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_queue" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at","event_id") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_held" ON "webhook_deliveries" USING btree ("endpoint_id") WHERE "webhook_deliveries"."is_held";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_leased" ON "webhook_deliveries" USING btree ("endpoint_id") WHERE "webhook_deliveries"."lease_until" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_account" ON "webhook_endpoints" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_check" ON "webhook_endpoints" USING btree ("next_check_at") WHERE "webhook_endpoints"."next_check_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_events_account" ON "webhook_events" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_created" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_joined" ON "webhook_events" USING btree ("id") WHERE "webhook_events"."type" = 'team.member_joined';--> statement-breakpoint
CREATE INDEX "webhook_secrets_endpoint" ON "webhook_secrets" USING btree ("endpoint_id");--> statement-breakpoint
-- By hand from here. What is compressed already: the server would try in vain to make it smaller.
ALTER TABLE "compressed_results" ALTER COLUMN "body" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- The audit log takes entries, and loses them only when they are two years old, by the day to which they belong.
CREATE FUNCTION "audit_log_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.written_at < now() - interval '2 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "audit_log_refuse"();
--> statement-breakpoint
CREATE TRIGGER "audit_log_keep_all" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "audit_log_refuse"();
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
--> statement-breakpoint
-- Deletes expired entries and links as the owner of the tables, so that the role of the service needs no right to delete there. Whole
-- days, as they are chained; the newest link of each account before them stays: what is left begins after it.
CREATE FUNCTION "delete_expired_audit"("most" integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  since CONSTANT date := (now() AT TIME ZONE 'UTC' - interval '2 years')::date;
  entries integer;
  links integer;
BEGIN
  DELETE FROM public.audit_log WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM public.audit_log WHERE written_at < since::timestamp AT TIME ZONE 'UTC' LIMIT most));
  GET DIAGNOSTICS entries = ROW_COUNT;
  DELETE FROM public.audit_chain WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM public.audit_chain AS link WHERE day < since AND EXISTS (
      SELECT FROM public.audit_chain AS later
      WHERE later.account_id = link.account_id AND later.day > link.day AND later.day < since)
    LIMIT most));
  GET DIAGNOSTICS links = ROW_COUNT;
  RETURN entries + links;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "delete_expired_audit"(integer) FROM PUBLIC;
--> statement-breakpoint
-- Counts the bytes of bodies by account, in the transaction that changes them. A connection has a row of its own, as far as there are enough,
-- so that two transactions of one account neither wait for each other nor deadlock.
CREATE FUNCTION "count_webhook_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.webhook_stored_bytes AS s (account_id, shard, bytes)
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
