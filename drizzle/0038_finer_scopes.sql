-- safe: an account has a hundred keys in use at most. The release before reads the old names, so they stay beside what they stand for.
UPDATE "api_keys" SET "scopes" = "scopes" || ARRAY['lookups:create', 'lookups:read']
WHERE 'lookups' = ANY ("scopes") AND NOT "scopes" && ARRAY['lookups:create', 'lookups:read'];--> statement-breakpoint
-- safe: as above.
UPDATE "api_keys" SET "scopes" = "scopes" || ARRAY['account:read', 'account:write']
WHERE 'account' = ANY ("scopes") AND NOT "scopes" && ARRAY['account:read', 'account:write'];
