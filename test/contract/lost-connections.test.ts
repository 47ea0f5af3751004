import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../../src/db/client.js';
import { createDatabase } from '../support/service.js';
import { startTcpGate, type TcpGate } from '../support/tcp-gate.js';

/** Far below the quarter of an hour after which TCP gives up; long enough for a busy machine to answer in. */
const QUERY_TIMEOUT_MS = 3_000;

describe('a pool whose connections a network swallowed', () => {
  let url: URL;
  let gate: TcpGate;
  let pool: DatabaseHandle;

  beforeAll(async () => {
    url = new URL(await createDatabase());
    gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
  });
  afterAll(() => gate.close());
  beforeEach(() => {
    const gated = new URL(url);
    gated.host = `127.0.0.1:${gate.port}`;
    pool = openDatabase({ url: gated.href, max: 2, queryTimeoutMs: QUERY_TIMEOUT_MS, name: 'swallowed' });
  });
  afterEach(async () => {
    gate.resume();
    await pool.close();
  });

  const one = async () => (await pool.sql<{ one: number }[]>`SELECT 1 AS one`)[0]?.one;
  const lost = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });

  it('gives up what was sent on them, and serves what follows on new ones', async () => {
    await Promise.all([one(), one()]);
    gate.blackHole();
    await Promise.all([lost(one()), lost(one())]);
    expect(await Promise.all(Array.from({ length: 10 }, one))).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it.each([
    ['swallowed', () => gate.blackHole()],
    ['broken', () => gate.reset()],
  ])('gives up a transaction whose connection is %s between two statements, and its place in the pool is free again', async (_, strike) => {
    for (let round = 0; round < 2; round += 1) {
      await lost(
        pool.sql.begin(async (tx) => {
          await tx`SELECT 1`;
          strike();
          await tx`SELECT 2`;
        }),
      );
    }
    const transactions = Array.from({ length: 6 }, () => pool.sql.begin(async (tx) => (await tx<{ two: number }[]>`SELECT 2 AS two`)[0]?.two));
    expect(await Promise.all(transactions)).toEqual(Array.from({ length: 6 }, () => 2));
  });

  it('leaves a connection alone whose server answers, however many statements follow each other on it', async () => {
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

  it('the server ends a transaction that its client left open, so that its locks are free', async () => {
    const direct = openDatabase({ url: url.href, max: 1 });
    const left = pool.sql.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(77)`;
      gate.blackHole();
      await tx`SELECT 1`;
    });
    await lost(left);
    await expect.poll(async () => (await direct.sql<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(77) AS free`)[0]?.free, { timeout: 40_000 }).toBe(true);
    await direct.close();
  });
});
