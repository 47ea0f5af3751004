-- The roles of an installation, and whose the database at hand is (docs/adr/0046-database-roles.md). Run as a superuser, once for each
-- database; safe to repeat. It reads settings of the session:
--   footprint.owner_password, footprint.service_password, footprint.temporal_password: a role without one is left as it is
--   footprint.owner: the role that owns this database and everything in it
--   footprint.service: the role that may connect to it besides, if any; the migrations give it rights
DO $$
DECLARE
  name text;
  password text;
BEGIN
  FOREACH name IN ARRAY ARRAY['owner', 'service', 'temporal'] LOOP
    password := current_setting('footprint.' || name || '_password', true);
    CONTINUE WHEN coalesce(password, '') = '';
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'footprint_' || name) THEN
      EXECUTE format('CREATE ROLE %I', 'footprint_' || name);
    END IF;
    EXECUTE format(
      'ALTER ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD %L', 'footprint_' || name, password);
  END LOOP;
END $$;

DO $$
DECLARE
  owner CONSTANT text := current_setting('footprint.owner');
  service CONSTANT text := current_setting('footprint.service', true);
  statement text;
BEGIN
  EXECUTE format('ALTER DATABASE %I OWNER TO %I', current_database(), owner);
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  IF service <> '' THEN
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), service);
  END IF;
  -- What was made before there were roles. Members of an extension stay as they are.
  FOR statement IN
    WITH own AS (SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema')
    SELECT format('ALTER SCHEMA %I OWNER TO %I', nspname, owner) FROM pg_namespace
    WHERE oid IN (SELECT oid FROM own) AND pg_get_userbyid(nspowner) NOT IN (owner, 'pg_database_owner')
    UNION ALL
    SELECT format('ALTER TABLE %s OWNER TO %I', oid::regclass, owner) FROM pg_class
    WHERE relnamespace IN (SELECT oid FROM own) AND relkind IN ('r', 'p') AND pg_get_userbyid(relowner) <> owner
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO %I', oid::regprocedure, owner) FROM pg_proc
    WHERE pronamespace IN (SELECT oid FROM own) AND pg_get_userbyid(proowner) <> owner
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  LOOP
    EXECUTE statement;
  END LOOP;
END $$;
