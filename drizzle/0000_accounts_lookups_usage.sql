CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"plan" text NOT NULL,
	"pool_id" text NOT NULL,
	"quota_override" integer,
	"balance_millicents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "quota_pools" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quota_pools_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "lookup_modules" (
	"lookup_id" text NOT NULL,
	"module" text NOT NULL,
	"seq" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lookup_modules_lookup_id_module_pk" PRIMARY KEY("lookup_id","module")
);
--> statement-breakpoint
CREATE TABLE "lookup_results" (
	"lookup_id" text NOT NULL,
	"platform" text NOT NULL,
	"subject" text NOT NULL,
	"seq" integer NOT NULL,
	"state" text NOT NULL,
	"doubt" text,
	"method" text NOT NULL,
	"mailbox_provider" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"from_cache" boolean DEFAULT false NOT NULL,
	"evidence" jsonb,
	CONSTRAINT "lookup_results_lookup_id_platform_subject_pk" PRIMARY KEY("lookup_id","platform","subject")
);
--> statement-breakpoint
CREATE TABLE "lookups" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"kind" text NOT NULL,
	"band" text NOT NULL,
	"delivery" text NOT NULL,
	"query" text NOT NULL,
	"query_type" text,
	"subjects" jsonb NOT NULL,
	"checks" jsonb NOT NULL,
	"platforms" text[],
	"fresh" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'accepted' NOT NULL,
	"plan" jsonb,
	"feed_seq" integer DEFAULT 0 NOT NULL,
	"platforms_checked" integer DEFAULT 0 NOT NULL,
	"matches" integer DEFAULT 0 NOT NULL,
	"social_matches" integer DEFAULT 0 NOT NULL,
	"accepted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "platform_facts" (
	"account_id" text NOT NULL,
	"identity" text NOT NULL,
	"platform" text NOT NULL,
	"state" text NOT NULL,
	"method" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"evidence" jsonb,
	CONSTRAINT "platform_facts_account_id_identity_platform_pk" PRIMARY KEY("account_id","identity","platform")
);
--> statement-breakpoint
CREATE TABLE "platform_cooldowns" (
	"platform" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"outcome" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_windows" (
	"subject" text NOT NULL,
	"class" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "rate_windows_subject_class_minute_pk" PRIMARY KEY("subject","class","minute")
);
--> statement-breakpoint
CREATE TABLE "usage_ledger" (
	"lookup_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"pool_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"amount" bigint NOT NULL,
	"unit" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_notices" (
	"pool_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"percent" integer NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"scope" text NOT NULL,
	"used" bigint NOT NULL,
	"limit" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_notices_pool_id_period_start_percent_pk" PRIMARY KEY("pool_id","period_start","percent")
);
--> statement-breakpoint
CREATE TABLE "usage_periods" (
	"pool_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"used" bigint NOT NULL,
	CONSTRAINT "usage_periods_pool_id_period_start_pk" PRIMARY KEY("pool_id","period_start"),
	CONSTRAINT "used_is_counted" CHECK ("usage_periods"."used" >= 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_pool_id_quota_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."quota_pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookup_modules" ADD CONSTRAINT "lookup_modules_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookup_results" ADD CONSTRAINT "lookup_results_lookup_id_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookups" ADD CONSTRAINT "lookups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_ledger" ADD CONSTRAINT "usage_ledger_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_periods" ADD CONSTRAINT "usage_periods_pool_id_quota_pools_id_fk" FOREIGN KEY ("pool_id") REFERENCES "public"."quota_pools"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "lookup_results_feed" ON "lookup_results" USING btree ("lookup_id","seq");--> statement-breakpoint
CREATE INDEX "lookups_history" ON "lookups" USING btree ("account_id","accepted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "lookups"."kind" = 'lookup';--> statement-breakpoint
CREATE INDEX "lookups_unfinished" ON "lookups" USING btree ("accepted_at") WHERE "lookups"."state" <> 'finished';--> statement-breakpoint
CREATE INDEX "platform_facts_age" ON "platform_facts" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_windows_minute" ON "rate_windows" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "usage_ledger_account" ON "usage_ledger" USING btree ("account_id","created_at");