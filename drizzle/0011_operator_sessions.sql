CREATE TABLE "operator_sessions" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"operator" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
