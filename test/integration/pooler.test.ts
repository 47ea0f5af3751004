import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../../src/kernel/db/client.js';
import { runProgram } from '../../tools/embedded/child.js';
import { entryArguments } from '../../tools/embedded/program.js';
import { asAdmin, createEmptyDatabase, urlsOfDatabase } from '../support/databases.js';
import { postBatch, resultsOf, untilBatch } from '../support/http/batches.js';
import { Browser, signedIn } from '../support/http/browser.js';
import { openStream } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { type Pooler, startPooler } from '../support/pgbouncer.js';
import { stackAddresses } from '../support/stack.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';
import { receiverAuthority, startReceiver, type Receiver } from '../support/webhooks/receiver.js';

const POOL = 5;

describe('behind PgBouncer in transaction mode', () => {
  let pooler: Pooler;
  let service: WorkingService;
  let behind: DatabaseHandle;
  let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
  let receiver: Receiver;
  /** The most sessions that it had open, and those that are not the pooler's. */
  const most = { sessions: 0, listening: 0 };
  let watch: NodeJS.Timeout;

  beforeAll(async () => {
    const { url, ownerUrl } = urlsOfDatabase(await createEmptyDatabase());
    pooler = await startPooler(stackAddresses().postgres, { poolSize: POOL });
    const databases = { DATABASE_URL: pooler.through(url), DATABASE_DIRECT_URL: url };
    const env = { PATH: process.env['PATH'], FOOTPRINT_ENV_FILE: 'none', ...databases, DATABASE_OWNER_URL: ownerUrl };
    const migrated = await runProgram(process.execPath, entryArguments('migrate'), { timeoutMs: 120_000, env });
    expect(migrated.ok, migrated.lastLines).toBe(true);
    trusted = await receiverAuthority();
    receiver = await startReceiver({ identity: trusted.identity });
    behind = openDatabase({ url: databases.DATABASE_URL, max: 2, isPooled: true, name: 'seen' });
    service = await startWorkingService({ sites: 10, env: { ...databases, ...trusted.env, SIGN_UP: 'open' } });
    const count = () =>
      asAdmin(url, async (sql) => {
        const [row] = await sql<{ sessions: number; listening: number }[]>`
          SELECT count(*)::int AS sessions, count(*) FILTER (WHERE query LIKE 'LISTEN%')::int AS listening FROM pg_stat_activity
          WHERE datname = current_database() AND usename = 'footprint_service' AND application_name <> 'test'`;
        for (const name of ['sessions', 'listening'] as const) most[name] = Math.max(most[name], row?.[name] ?? 0);
      });
    watch = setInterval(() => void count().catch(() => undefined), 200);
  });
  afterAll(async () => {
    clearInterval(watch);
    await service?.close();
    await Promise.all([receiver?.close(), behind?.close()]);
    await pooler?.stop();
    trusted?.authority.remove();
  });

  it('sessions have the settings that the pooler refuses at a start: the migrations gave them to the user', async () => {
    const settings = async () => {
      const [row] = await behind.sql`
        SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle,
          current_setting('jit') AS jit, current_setting('tcp_keepalives_idle') AS keepalive`;
      return row;
    };
    // The migration itself looked at the database through the pooler before it gave them.
    await expect.poll(settings).toEqual({ statement: '10s', idle: '10s', jit: 'off', keepalive: '30' });
  });

  it('statements of one connection run in sessions of several backends, and nothing of them is left in any', async () => {
    const pids = new Set<number>();
    await vi.waitFor(
      async () => {
        const rows = await Promise.all(
          Array.from(
            { length: 40 },
            (_, n) => behind.sql<{ pid: number; n: number }[]>`SELECT pg_backend_pid() AS pid, ${n}::int AS n, pg_sleep(0.005)`,
          ),
        );
        expect(rows.map(([row]) => row?.n)).toEqual(rows.map((_, n) => n));
        for (const [row] of rows) pids.add(row?.pid ?? 0);
        expect(pids.size).toBeGreaterThan(1);
      },
      { timeout: 90_000 },
    );
    expect(await behind.sql`SELECT name FROM pg_prepared_statements`).toEqual([]);
  });

  it('lookups of every mode, a batch, webhooks, a sign-in and an erasure work at once, with five sessions', async () => {
    const { key, accountId } = await service.account();
    await addEndpointTo(service.record, accountId, { url: receiver.url });
    const post = (path: string, query: string) => service.call('POST', path, { key, body: { query } });
    const [ended, instant, ...accepted] = await Promise.all([
      post('/v1/lookup?wait=true&deep=true', ADA.username),
      post('/v1/lookup?instant=true', ADA.username),
      ...Array.from({ length: 15 }, (_, n) => post('/v1/lookup', `person-${n}`)),
    ]);
    expect((ended.body as LookupBody).matches).toBe(10);
    expect(instant.status).toBe(200);
    expect(accepted.map(({ status }) => status)).toEqual(accepted.map(() => 200));

    const stream = await openStream(`${service.url}/v1/lookup/stream?query=${ADA.username}&deep=true&platforms=`, key);
    const items = Array.from({ length: 20 }, (_, n) => ({ identities: { usernames: [`row-${n}`] } }));
    const { batchId } = (await postBatch(service, key, items, { query: '?modules=footprint' })).body as { batchId: string };
    const email = 'new-person@example.com';
    expect((await new Browser(service).call('POST', '/dashboard/api/sign-in/code', { email })).status).toBe(200);
    expect((await (await signedIn(service, email)).call('GET', '/dashboard/api/me')).body).toMatchObject({ email });
    expect((await stream.whole()).at(-1)?.event).toBe('done');
    await untilBatch(service, key, batchId, 'finished');
    expect(await resultsOf(service, key, batchId)).toHaveLength(20);

    const open = () => service.sql`SELECT id FROM lookups WHERE account_id = ${accountId} AND state <> 'finished'`;
    await expect.poll(async () => (await open()).count).toBe(0);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 38, ledger: 38, used: 38 });
    await expect.poll(() => new Set(receiver.received.map(({ eventId }) => eventId)).size).toBeGreaterThanOrEqual(38);

    const holder = await service.keyOf(accountId, ['account:data']);
    const body = { identity: { username: ADA.username }, dryRun: false };
    const { status, body: erasure } = await service.call('POST', '/v2/account/erasures', { key: holder.key, body });
    expect(status).toBe(200);
    const { id } = erasure as { id: string };
    await expect.poll(async () => (await service.record.erasures.find(id, null))?.state).toBe('done');
    expect(await service.sql`SELECT 1 FROM lookups WHERE account_id = ${accountId} AND query = ${ADA.username}`).toHaveLength(0);
    expect(most.sessions).toBeGreaterThan(1);
    // The API listens in a session of its own, the worker renews its lease in one.
    expect(most.sessions).toBeLessThanOrEqual(POOL + 2);
    expect(most.listening).toBe(1);
  });
});
