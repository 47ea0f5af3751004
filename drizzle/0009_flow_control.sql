CREATE TABLE "fleet_members" (
	"id" text PRIMARY KEY NOT NULL,
	"pool" text NOT NULL,
	"egresses" text[] NOT NULL,
	"settled" text[] NOT NULL,
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
	"circuit_until" timestamp (3) with time zone,
	"trips" integer NOT NULL,
	"trial_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "host_flow_pool_host_egress_pk" PRIMARY KEY("pool","host","egress")
);
--> statement-breakpoint
CREATE INDEX "host_flow_updated" ON "host_flow" USING btree ("pool","updated_at");