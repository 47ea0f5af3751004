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
