CREATE TABLE "platform_switches" (
	"platform" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"switched_by" text,
	"reason" text NOT NULL
);
