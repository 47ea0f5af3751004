/** Transactions that sleep between their statements, while connections are ended at random: none may commit a row of another. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { openDatabase } from '../../src/kernel/db/client.js';
import { transaction } from '../../src/kernel/db/transaction.js';
import { startPostgres } from '../embedded/postgres.js';
import { openStateDir } from '../embedded/state-dir.js';
import { table } from './stats.js';

const TRANSACTIONS = Number(process.env['TRANSACTIONS'] ?? 200_000);
const CONNECTIONS = 80;
/** Callers, so that some wait for a connection all the time: a freed one is taken at once. */
const CALLERS = 160;
const MAX_GAP_MS = 500;
/** Most gaps are short: the mean is a tenth of the longest. */
const GAP_SKEW = 9;
const END_EVERY_MS = 10;

export async function benchConnections(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'footprint-bench-'));
  const server = await startPostgres({ home: openStateDir(join(folder, 'home')), durable: false });
  const admin = postgres(server.adminUrl, { max: 1, onnotice: () => undefined });
  const pool = openDatabase({ url: server.url, max: CONNECTIONS, name: 'bench-pool' });
  const counts = { begun: 0, committed: 0, lost: 0, ended: 0 };
  try {
    await admin`CREATE TABLE marks (transaction int, statement int)`;
    await admin.unsafe(`GRANT INSERT ON marks TO ${new URL(server.url).username}`);
    async function keepWriting(): Promise<void> {
      while (counts.begun < TRANSACTIONS) {
        counts.begun += 1;
        const id = counts.begun;
        try {
          await transaction(pool.sql, async (tx) => {
            await tx`INSERT INTO marks VALUES (${id}, 1)`;
            await sleep(MAX_GAP_MS * Math.random() ** GAP_SKEW);
            await tx`INSERT INTO marks VALUES (${id}, 2)`;
          });
          counts.committed += 1;
        } catch {
          counts.lost += 1;
        }
      }
    }
    let isOver = false;
    async function keepEnding(): Promise<void> {
      while (!isOver) {
        const { count } = await admin`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'bench-pool%' ORDER BY random() LIMIT 1`;
        counts.ended += count;
        await sleep(END_EVERY_MS);
      }
    }
    const ending = keepEnding();
    await Promise.all(Array.from({ length: CALLERS }, keepWriting));
    isOver = true;
    await ending;
    const [found] = await admin<{ whole: number; partial: number }[]>`
      SELECT count(*) FILTER (WHERE n = 2)::int AS whole, count(*) FILTER (WHERE n <> 2)::int AS partial
      FROM (SELECT count(*) AS n FROM marks GROUP BY transaction) AS each`;
    return table(
      ['transactions', 'connections ended', 'lost', 'committed', 'whole in the database', 'with a row in another'],
      [[counts.begun, counts.ended, counts.lost, counts.committed, found?.whole ?? 0, found?.partial ?? 0].map(String)],
    );
  } finally {
    await Promise.all([pool.close(), admin.end()]);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
