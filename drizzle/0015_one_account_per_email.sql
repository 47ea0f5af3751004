ALTER TABLE "accounts" ADD COLUMN "email_key" text;--> statement-breakpoint
-- The oldest account of an address holds it. Further ones keep a null, of which there may be any number: they go on working,
-- and this cannot fail.
-- safe: an operator has thousands of accounts at most, and they are written when somebody signs up
UPDATE "accounts" SET "email_key" = lower("email")
WHERE "id" IN (SELECT DISTINCT ON (lower("email")) "id" FROM "accounts" ORDER BY lower("email"), "created_at", "id");--> statement-breakpoint
-- safe: an operator has thousands of accounts at most
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_email_key_unique" UNIQUE("email_key");
