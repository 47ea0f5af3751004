-- Nobody knows any more which way out these came through: they may be simulated. They are learnt again within hours.
TRUNCATE "platform_facts", "platform_controls", "platform_cooldowns", "platform_records";--> statement-breakpoint
ALTER TABLE "lookup_derived" ADD COLUMN "egress" text;--> statement-breakpoint
ALTER TABLE "lookup_results" ADD COLUMN "egress" text;--> statement-breakpoint
ALTER TABLE "platform_facts" ADD COLUMN "egress" text NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_controls" ADD COLUMN "egress" text NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_cooldowns" ADD COLUMN "egress" text NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_records" ADD COLUMN "egress" text NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_facts" DROP CONSTRAINT "platform_facts_account_id_identity_platform_pk";--> statement-breakpoint
ALTER TABLE "platform_controls" DROP CONSTRAINT "platform_controls_platform_subject_pk";--> statement-breakpoint
ALTER TABLE "platform_cooldowns" DROP CONSTRAINT "platform_cooldowns_pkey";--> statement-breakpoint
ALTER TABLE "platform_records" DROP CONSTRAINT "platform_records_platform_subject_pk";--> statement-breakpoint
ALTER TABLE "platform_facts" ADD CONSTRAINT "platform_facts_account_id_identity_egress_platform_pk" PRIMARY KEY("account_id","identity","egress","platform");--> statement-breakpoint
ALTER TABLE "platform_controls" ADD CONSTRAINT "platform_controls_egress_platform_subject_pk" PRIMARY KEY("egress","platform","subject");--> statement-breakpoint
ALTER TABLE "platform_cooldowns" ADD CONSTRAINT "platform_cooldowns_egress_platform_pk" PRIMARY KEY("egress","platform");--> statement-breakpoint
ALTER TABLE "platform_records" ADD CONSTRAINT "platform_records_egress_platform_subject_pk" PRIMARY KEY("egress","platform","subject");
