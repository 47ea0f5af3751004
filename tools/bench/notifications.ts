import postgres from 'postgres';
import { startHarness } from './harness.js';
import { ratio, table } from './stats.js';

const SECONDS = 5;
const CONNECTIONS = [1, 8, 32];
/** Each writes a row, so that its commit is flushed to disk. */
const WRITE = 'INSERT INTO bench_commits VALUES (1) RETURNING 1';
const NOTIFY = `WITH written AS (${WRITE}) SELECT pg_notify('bench', '1') FROM written`;

/** Commits a second of one database, without and with a notification: Postgres flushes the latter one after another. */
export async function benchNotifications(): Promise<string> {
  const harness = await startHarness({ sites: 3, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    await harness.maintain('CREATE TABLE bench_commits (n int); GRANT INSERT, SELECT ON bench_commits TO PUBLIC');
    const rows: string[][] = [];
    for (const connections of CONNECTIONS) {
      const without = await commitsASecond(harness.databaseUrl, connections, WRITE);
      const notifying = await commitsASecond(harness.databaseUrl, connections, NOTIFY);
      rows.push([String(connections), without.toFixed(0), notifying.toFixed(0), ratio(notifying / without)]);
    }
    return table(['connections', 'commits a second', 'with a notification each', 'to without'], rows);
  } finally {
    await harness.stop();
  }
}

async function commitsASecond(url: string, connections: number, statement: string): Promise<number> {
  const sql = postgres(url, { max: connections });
  try {
    const began = performance.now();
    const ends = began + SECONDS * 1_000;
    let commits = 0;
    const repeat = async (): Promise<void> => {
      while (performance.now() < ends) {
        await sql.unsafe(statement);
        commits += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, repeat));
    return (commits / (performance.now() - began)) * 1_000;
  } finally {
    await sql.end();
  }
}
