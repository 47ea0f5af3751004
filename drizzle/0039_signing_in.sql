CREATE TABLE "known_devices" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "authenticated_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "means" text DEFAULT 'code' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "code_made_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "device_digest" "bytea";--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "known_devices" USING btree ("user_id");