import { describe, expect, it } from 'vitest';
import { checkMigrations, migrationFindings } from '../../../../tools/checks/migrations.js';

const BREAK = '\n--> statement-breakpoint\n';
const found = (...statements: string[]) => migrationFindings('0099_example.sql', statements.join(BREAK));

describe('migrations', () => {
  it('of this release run beside the one before: none holds a table for long or takes away what that one uses', () => {
    expect(checkMigrations()).toEqual([]);
  });

  it.each([
    ['DROP TABLE "a"', 'drops'],
    ['ALTER TABLE "a" DROP COLUMN "b"', 'drops'],
    ['ALTER TABLE "a" RENAME COLUMN "b" TO "c"', 'renames'],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint', 'changes a type'],
    ['ALTER TABLE "a" ALTER COLUMN "b" TYPE bigint', 'changes a type'],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL', 'strongest lock'],
    ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL', 'DEFAULT'],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "d"("id")', 'NOT VALID'],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("b" > 0)', 'NOT VALID'],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE("b")', 'USING INDEX'],
    ['CREATE INDEX "i" ON "a" USING btree ("b")', 'CONCURRENTLY'],
    ['CREATE UNIQUE INDEX "i" ON "a" ("b")', 'CONCURRENTLY'],
    ['UPDATE "a" SET "b" = 1', 'in parts'],
    ['DELETE FROM "a"', 'in parts'],
    ['-- for tidiness\nTRUNCATE "a"', 'in parts'],
  ])('refuses %s', (statement, because) => {
    expect(found(statement)).toEqual([expect.stringContaining(because)]);
  });

  it('refuses indexes CONCURRENTLY beside anything else', () => {
    expect(found('CREATE INDEX CONCURRENTLY "i" ON "a" ("b")', 'ALTER TABLE "a" ADD COLUMN "c" text')).toEqual([
      expect.stringContaining('a file of their own'),
    ]);
  });

  it.each([
    [['ALTER TABLE "a" ADD COLUMN "b" text']],
    [['ALTER TABLE "a" ADD COLUMN "b" boolean DEFAULT false NOT NULL;']],
    [['ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL']],
    [['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("b" > 0) NOT VALID']],
    [['CREATE INDEX CONCURRENTLY "i" ON "a" ("b")', 'DROP INDEX CONCURRENTLY IF EXISTS "j"']],
    [['CREATE TABLE "a" ("b" text NOT NULL)', 'ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE("b")', 'CREATE INDEX "i" ON "a" ("b")']],
    [['-- safe: nothing has read it since 0.2\nALTER TABLE "a" DROP COLUMN "b"']],
  ])('takes %j', (statements) => {
    expect(found(...statements)).toEqual([]);
  });
});
