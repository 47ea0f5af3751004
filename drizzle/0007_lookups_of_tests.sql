CREATE INDEX CONCURRENTLY "lookups_of_tests" ON "lookups" USING btree ("accepted_at","id") WHERE "lookups"."is_test";
