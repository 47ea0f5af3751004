CREATE TABLE "withdrawn_denials" (
	"egress" text NOT NULL,
	"platform" text NOT NULL,
	"query_type" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "withdrawn_denials_egress_platform_query_type_since_pk" PRIMARY KEY("egress","platform","query_type","since")
);
--> statement-breakpoint
CREATE INDEX "withdrawn_denials_until" ON "withdrawn_denials" USING btree ("until");