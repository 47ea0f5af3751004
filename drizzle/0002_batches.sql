CREATE TABLE "batch_items" (
	"batch_id" text NOT NULL,
	"position" integer NOT NULL,
	"account_id" text NOT NULL,
	"ref" text,
	"state" text NOT NULL,
	"lookup_id" text,
	"fault" jsonb,
	"query" text,
	"query_type" text,
	"subjects" jsonb,
	"raw_identities" jsonb,
	"claimed_name" text,
	CONSTRAINT "batch_items_batch_id_position_pk" PRIMARY KEY("batch_id","position")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"payer_id" text NOT NULL,
	"band" text NOT NULL,
	"checks" jsonb,
	"platforms" text[],
	"purpose" text,
	"bypass_cache" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"paused_because" text,
	"is_whole" boolean DEFAULT false NOT NULL,
	"item_count" integer DEFAULT 0 NOT NULL,
	"counts" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "batch_items" ADD CONSTRAINT "batch_items_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_items" ADD CONSTRAINT "batch_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_items_waiting" ON "batch_items" USING btree ("batch_id","position") WHERE "batch_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "batch_items_pages" ON "batch_items" USING btree ("account_id","batch_id","position");--> statement-breakpoint
CREATE INDEX "batch_items_lookup" ON "batch_items" USING btree ("lookup_id") WHERE "batch_items"."lookup_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "batches_pages" ON "batches" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "batches_unfinished" ON "batches" USING btree ("account_id","created_at") WHERE "batches"."state" IN ('storing', 'open', 'paused');--> statement-breakpoint
CREATE INDEX "batches_finished" ON "batches" USING btree ("band","finished_at") WHERE "batches"."state" = 'finished';