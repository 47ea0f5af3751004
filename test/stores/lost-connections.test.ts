import { EventEmitter, once } from 'node:events';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { openDatabase } from '../../src/kernel/db/client.js';
import { createDatabase } from '../support/databases.js';
import { startTcpGate } from '../support/tcp-gate.js';

/** Far below the quarter of an hour after which TCP gives up; long enough for a busy machine to answer in. */
const QUERY_TIMEOUT_MS = 3_000;

let database: string;
beforeAll(async () => {
  database = await createDatabase();
});

/** A pool of two connections through a gate of the test's own: the tests wait beside each other. */
async function gatedPool({ onTestFinished }: TestContext) {
  const url = new URL(database);
  const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${gate.port}`;
  const pool = openDatabase({ url: url.href, max: 2, queryTimeoutMs: QUERY_TIMEOUT_MS, name: 'swallowed' });
  onTestFinished(async () => {
    gate.resume();
    await pool.close();
    await gate.close();
  });
  return { gate, pool, one: async () => (await pool.sql<{ one: number }[]>`SELECT 1 AS one`)[0]?.one };
}

describe.concurrent('a pool whose connections a network swallowed', () => {
  const lost = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });

  it('gives up what was sent on them, and serves what follows on new ones', async (context) => {
    const { gate, one } = await gatedPool(context);
    await Promise.all([one(), one()]);
    gate.blackHole();
    await Promise.all([lost(one()), lost(one())]);
    expect(await Promise.all(Array.from({ length: 10 }, one))).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it.for([
    ['swallowed', 'blackHole'],
    ['broken', 'reset'],
  ] as const)(
    'gives up a transaction whose connection is %s between two statements, and its place in the pool is free again',
    async ([, strike], context) => {
      const { gate, pool } = await gatedPool(context);
      for (let round = 0; round < 2; round += 1) {
        await lost(
          pool.sql.begin(async (tx) => {
            await tx`SELECT 1`;
            gate[strike]();
            await tx`SELECT 2`;
          }),
        );
      }
      const transactions = Array.from({ length: 6 }, () =>
        pool.sql.begin(async (tx) => (await tx<{ two: number }[]>`SELECT 2 AS two`)[0]?.two),
      );
      expect(await Promise.all(transactions)).toEqual(Array.from({ length: 6 }, () => 2));
    },
  );

  it('a transaction whose connection was lost does nothing more: none of its statements becomes part of the next one', async () => {
    const [pool, admin] = [openDatabase({ url: database, max: 1 }), openDatabase({ url: database, max: 1 })];
    const lates: PromiseSettledResult<unknown>[][] = [];
    for (let round = 0; round < 3; round += 1) {
      const going = new EventEmitter();
      const [opened, goesOn] = [once(going, 'opened'), once(going, 'on')];
      const first = pool.sql.begin(async (tx) => {
        const [row] = await tx<
          { pid: number }[]
        >`INSERT INTO rate_windows (caller, rate_class, window_start, hits) VALUES ('first', 'requests', now(), 1) RETURNING pg_backend_pid() AS pid`;
        going.emit('opened', row?.pid);
        await goesOn;
        lates.push(
          await Promise.allSettled([
            tx`INSERT INTO rate_windows (caller, rate_class, window_start, hits) VALUES ('late', 'requests', now(), 1)`,
            tx.savepoint((inner) => inner`SELECT 1`),
          ]),
        );
      });
      const isLost = lost(first);
      const [pid] = (await opened) as [number];
      await admin.sql`SELECT pg_terminate_backend(${pid})`;
      await isLost;
      const second = pool.sql.begin(async (tx) => {
        await tx`INSERT INTO rate_windows (caller, rate_class, window_start, hits) VALUES ('second', 'requests', now(), 1)`;
        going.emit('on');
        // Long enough for a late statement to be sent before this one.
        for (let statement = 0; statement < 5; statement += 1) await tx`SELECT pg_sleep(0.02)`;
        throw new Error('rolled back');
      });
      await expect(second).rejects.toThrow('rolled back');
    }
    expect(await admin.sql`SELECT caller FROM rate_windows`).toEqual([]);
    expect(lates.flat().map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'));
    await Promise.all([pool.close(), admin.close()]);
  });

  it('leaves a connection alone whose server answers, however many statements follow each other on it', async (context) => {
    const { pool } = await gatedPool(context);
    const [before] = await pool.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    const rows = await pool.sql.begin(async (tx) => {
      const pids: number[] = [];
      for (let n = 0; n < 5; n += 1) {
        const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid, pg_sleep(${QUERY_TIMEOUT_MS / 4_000})`;
        pids.push(row?.pid ?? 0);
      }
      return pids;
    });
    expect(new Set(rows).size).toBe(1);
    expect(before?.pid).toBeGreaterThan(0);
  });

  it('the server ends a transaction that its client left open, so that its locks are free', async (context) => {
    const { gate, pool } = await gatedPool(context);
    const direct = openDatabase({ url: database, max: 1 });
    const left = pool.sql.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(77)`;
      gate.blackHole();
      await tx`SELECT 1`;
    });
    await lost(left);
    await context.expect
      .poll(async () => (await direct.sql<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(77) AS free`)[0]?.free, { timeout: 90_000 })
      .toBe(true);
    await direct.close();
  });
});
