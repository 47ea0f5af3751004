CREATE TABLE "platform_records" (
	"platform" text NOT NULL,
	"subject" text NOT NULL,
	"answered" integer NOT NULL,
	"omitted" integer NOT NULL,
	"median_latency_ms" integer,
	"slow_latency_ms" integer,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "platform_records_platform_subject_pk" PRIMARY KEY("platform","subject")
);
