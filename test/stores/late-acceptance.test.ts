import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/secrets/ids.js';
import { createKeyedDigest } from '../../src/kernel/secrets/keyed-digest.js';
import { UnconfirmedAcceptance, type Caller } from '../../src/features/accounts/accounts.js';
import { type DatabaseHandle, openDatabase } from '../../src/kernel/db/client.js';
import { AcceptanceStore } from '../../src/features/lookups/store/acceptance-store.js';
import { watchCommits } from '../support/commit-watch.js';
import { billOf, expectUnbilled } from '../support/http/ledger.js';
import { startTcpGate, type Passage, type TcpGate } from '../support/tcp-gate.js';
import { makeCaller, openTestRecords } from './support/record.js';
import { requestOf } from '../support/fixtures.js';

const digest = createKeyedDigest({ keys: ['11'.repeat(32)], purpose: 'request' });

const { url: databaseUrl, record } = await openTestRecords(4);

describe('an acceptance that its caller no longer waits for', () => {
  let gate: TcpGate;
  let pool: DatabaseHandle;
  let caller: Caller;

  beforeAll(async () => {
    const { hostname, port } = new URL(databaseUrl);
    gate = await startTcpGate({ host: hostname, port: Number(port) });
  });
  afterAll(async () => {
    await gate.close();
  });
  beforeEach(async () => {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${gate.port}`;
    pool = openDatabase({ url: url.href, max: 2, name: 'late' });
    caller = await makeCaller(record, 'growth');
  });
  afterEach(async () => {
    gate.inspect(null);
    gate.resume();
    // What waits for a connection that was broken is not waited for.
    await pool.sql.end({ timeout: 0 });
  });

  const accept = (timeoutMs: number) =>
    new AcceptanceStore({ sql: pool.sql, newId, digest, timeoutMs }).accept(caller, [requestOf(), requestOf()], null);
  const bills = () => billOf({ sql: record.database.sql }, caller.accountId);
  const underWay = async () =>
    (
      await record.database.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE application_name = 'late' AND datname = current_database() AND state <> 'idle'`
    )[0]?.count;

  /** Lets something become of the connection once COMMIT is on its way. */
  function atCommit(passage: Passage, then: () => void): void {
    const isCommit = watchCommits();
    gate.inspect((bytes) => {
      if (!isCommit(bytes)) return 'pass';
      setImmediate(then);
      return passage;
    });
  }
  async function reasonOf(accepting: Promise<unknown>): Promise<UnconfirmedAcceptance> {
    const error: unknown = await accepting.then(
      () => undefined,
      (fault: unknown) => fault,
    );
    expect(error).toBeInstanceOf(UnconfirmedAcceptance);
    return error as UnconfirmedAcceptance;
  }

  it('is rolled back: who was told "unavailable" is not billed afterwards', async () => {
    await record.acceptance.accept(caller, [requestOf()], null);
    const before = await bills();
    const { release, held } = lockUsage();
    await held;
    await expect(accept(300)).rejects.toMatchObject({ code: 'unavailable', lookupIds: [] });
    release();
    await expect.poll(underWay).toBe(0);
    expect(await bills()).toEqual(before);
  });

  /** Holds the row that every acceptance of the caller writes. */
  function lockUsage() {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = new Promise<void>((resolve, reject) => {
      record.database.sql
        .begin(async (tx) => {
          await tx`SELECT 1 FROM usage_periods WHERE pool_id = ${caller.poolId} FOR UPDATE`;
          resolve();
          await released;
        })
        .catch(reject);
    });
    return { held, release };
  }

  it('is in doubt when the connection breaks after COMMIT was carried out, and the rows tell', async () => {
    atCommit(
      'hold answer',
      () =>
        void expect
          .poll(async () => (await bills()).lookups)
          .toBe(2)
          .then(() => gate.reset()),
    );
    const { lookupIds, code } = await reasonOf(accept(60_000));
    expect(code).toBe('unavailable');
    expect(lookupIds).toHaveLength(2);
    for (const id of lookupIds) expect(await record.reader.findOwned(caller, id)).toMatchObject({ state: 'accepted' });
    expect(await bills()).toMatchObject({ lookups: 2, ledger: 2, used: 2 });
  });

  it('is in doubt when the connection breaks before COMMIT arrives, and nothing was billed', async () => {
    atCommit('hold', () => gate.reset());
    const { lookupIds } = await reasonOf(accept(60_000));
    expect(lookupIds).toHaveLength(2);
    await expect.poll(underWay).toBe(0);
    for (const id of lookupIds) expect(await record.reader.find(id)).toBeNull();
    await expectUnbilled({ sql: record.database.sql }, caller.accountId);
  });
});
