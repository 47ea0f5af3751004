CREATE TABLE "control_accounts" (
	"platform" text NOT NULL,
	"query_type" text NOT NULL,
	"digest" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "control_accounts_platform_query_type_digest_pk" PRIMARY KEY("platform","query_type","digest")
);
