-- The default comes after the column: accounts that exist keep what they have until an operator confirms a period.
ALTER TABLE "accounts" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "retention_days" SET DEFAULT 90;--> statement-breakpoint
-- safe: an operator has thousands of accounts at most
ALTER TABLE "accounts" ADD CONSTRAINT "retention_is_a_day_or_more" CHECK ("accounts"."retention_days" >= 1);
