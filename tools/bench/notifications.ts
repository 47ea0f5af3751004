import postgres from 'postgres';
import { startHarness } from './harness.js';
import { ratio, table } from './stats.js';

const SECONDS = 5;
const CONNECTIONS = [1, 8, 32];
/** Each writes a row, so that its commit is flushed to disk. */
const WRITE = 'INSERT INTO bench_commits VALUES (1) RETURNING 1';
const NOTIFY = "SELECT pg_notify('bench', '1')";
const BOTH = `WITH written AS (${WRITE}) ${NOTIFY} FROM written`;

/** Writes a second of one database, without and with a notification: commits with one are flushed one after another. */
export async function benchNotifications(): Promise<string> {
  const harness = await startHarness({ sites: 3, latency: { medianMs: 0, sigma: 0, capMs: 0 } });
  try {
    await harness.maintain('CREATE TABLE bench_commits (n int); GRANT INSERT, SELECT ON bench_commits TO PUBLIC');
    const rows: string[][] = [];
    for (const connections of CONNECTIONS) {
      const measured = (...statements: string[]) => writesASecond(harness.databaseUrl, connections, statements);
      const [without, together, apart] = [await measured(WRITE), await measured(BOTH), await measured(WRITE, NOTIFY)];
      rows.push([String(connections), ...[without, together, apart].map((rate) => rate.toFixed(0)), ratio(together / without)]);
    }
    return table(
      ['connections', 'writes a second', 'with a notification each', 'with one in a transaction of its own', 'with one, to without'],
      rows,
    );
  } finally {
    await harness.stop();
  }
}

async function writesASecond(url: string, connections: number, statements: readonly string[]): Promise<number> {
  const sql = postgres(url, { max: connections });
  try {
    const began = performance.now();
    const ends = began + SECONDS * 1_000;
    let writes = 0;
    const repeat = async (): Promise<void> => {
      while (performance.now() < ends) {
        for (const statement of statements) await sql.unsafe(statement);
        writes += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, repeat));
    return (writes / (performance.now() - began)) * 1_000;
  } finally {
    await sql.end();
  }
}
