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
CREATE INDEX "traffic_observations_stored" ON "traffic_observations" USING btree ("egress","stored_at");
