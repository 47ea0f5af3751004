import { asAdmin, connectAsOwner } from '../../support/databases.js';

/**
 * Puts a clock that stands still in front of the database's own: `now()` and `clock_timestamp()` of every session that is
 * opened later. Column defaults keep the true time, they were bound when the tables were made.
 *
 * @param url database, whose sessions also get another time zone than UTC, so that nothing leans on it
 * @returns sets the clock to an ISO 8601 moment
 */
export async function stopClock(url: string): Promise<(moment: string) => Promise<void>> {
  const sql = connectAsOwner(url);
  const database = new URL(url).pathname.slice(1);
  await sql.unsafe(`
    CREATE SCHEMA clock;
    CREATE TABLE clock.setting (moment timestamptz NOT NULL);
    INSERT INTO clock.setting VALUES (now());
    GRANT USAGE ON SCHEMA clock TO PUBLIC;
    GRANT SELECT ON clock.setting TO PUBLIC;
    CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT moment FROM clock.setting';
    CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT moment FROM clock.setting';
    ALTER DATABASE ${database} SET search_path = clock, pg_catalog, public;
    ALTER DATABASE ${database} SET timezone = 'Pacific/Kiritimati';`);
  await sql.end();
  await endPooled(url);
  return async (moment) => {
    const setter = connectAsOwner(url);
    await setter`UPDATE clock.setting SET moment = ${moment}::timestamptz`;
    await setter.end();
  };
}

/**
 * Puts the database's clock forward: `now()` of every session that is opened later. It runs on, and is stable within a statement, so
 * that statements are planned as with the true clock.
 *
 * @param url database
 * @param interval how far, in Postgres' words
 */
export async function advanceClock(url: string, interval: string): Promise<void> {
  const sql = connectAsOwner(url);
  const database = new URL(url).pathname.slice(1);
  await sql.unsafe(`
    CREATE SCHEMA clock;
    GRANT USAGE ON SCHEMA clock TO PUBLIC;
    CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT pg_catalog.now() + interval ''${interval}''';
    ALTER DATABASE ${database} SET search_path = clock, pg_catalog, public;`);
  await sql.end();
  await endPooled(url);
}

/** Behind a pooler, sessions are opened later only when those that it keeps have ended. */
async function endPooled(url: string): Promise<void> {
  if (!process.env['TEST_PGBOUNCER']) return;
  const service = new URL(url).username;
  await asAdmin(
    url,
    (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = ${service}`,
  );
}
