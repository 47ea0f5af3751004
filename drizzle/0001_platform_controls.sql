CREATE TABLE "platform_controls" (
	"platform" text NOT NULL,
	"subject" text NOT NULL,
	"outcome" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"latency_ms" integer,
	CONSTRAINT "platform_controls_platform_subject_pk" PRIMARY KEY("platform","subject")
);
