/** Clients that resume the stream of a large lookup and never read. */
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { MAX_STREAMS_PER_KEY } from '../../src/kernel/http/open-streams.js';
import { openRecordOn, outcome, type TestRecord } from '../stores/support/record.js';
import { requestOf } from '../support/fixtures.js';
import { call } from '../support/chaos-client.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { collectGarbage } from '../support/collect-garbage.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { openStream } from '../support/http/event-client.js';
import { createFleet, type ApiProcess, type Fleet } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';

const PLATFORMS = 4_000;
const STREAMS = 200;
/** What one of them may cost. */
const MAX_BYTES = (1_024 * 1_024) / 3;
/** An identity so long that neither the events nor `done` fit into the kernel's own buffers, which hold four megabytes of a connection. */
const SPELLING = 'x'.repeat(900);
const PATH = '/v2/lookup/stream?username=ada-example';

describe(`${STREAMS} streams of a finished lookup of ${PLATFORMS} platforms that nobody reads`, () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let record: TestRecord;
  let ledger: LedgerReader;
  let fleet: Fleet;
  let api: ApiProcess;
  let inspector: number;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    sites = await startGeneratedSites(5);
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    record = openRecordOn(databaseUrl, 3);
    ledger = openLedgerReader(databaseUrl);
    fleet = createFleet({ ...sites.env, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    inspector = await getPort();
    api = await fleet.api({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await fleet?.close();
    await Promise.all([ledger?.close(), record?.database.close(), sites?.close()]);
  });

  /** A finished lookup, stored as workers store it. */
  async function finishedLookup(accountId: string): Promise<string> {
    const caller: Caller = {
      accountId,
      apiKeyId: 'key_test',
      plan: 'higher_volume',
      poolId: `account:${accountId}`,
      allowance: null,
      onlyKey: null,
      scopes: ['lookups:create', 'lookups:read'],
      isSuspended: false,
    };
    const [pool] = await ledger.sql<{ pool_id: string }[]>`SELECT pool_id FROM accounts WHERE id = ${accountId}`;
    const [accepted] = await record.acceptance.accept(
      { ...caller, poolId: pool?.pool_id ?? '' },
      [requestOf({ rawIdentities: { username: SPELLING } })],
      null,
    );
    if (!accepted || 'refused' in accepted) throw new Error('the lookup was refused');
    const slugs = Array.from({ length: PLATFORMS }, (_, index) => `platform-${String(index).padStart(4, '0')}`);
    await record.writer.savePlan(accepted.lookupId, {
      targets: slugs.map((platform) => ({ platform, subjects: ['username'] })),
      modules: ['footprint'],
    });
    for (let from = 0; from < PLATFORMS; from += 50) {
      await record.writer.record(
        accepted.lookupId,
        slugs.slice(from, from + 50).map((slug, index) => outcome(slug, index % 3 === 0 ? {} : { state: 'not_registered' })),
      );
    }
    await record.writer.finish(accepted.lookupId);
    return accepted.lookupId;
  }

  /** Opens a stream and takes nothing of it. */
  function stall(key: string, lastEventId: string): void {
    const { port, hostname } = new URL(api.url);
    const socket = connect({ host: hostname, port: Number(port) });
    sockets.push(socket.pause().on('error', () => undefined));
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\nLast-Event-ID: ${lastEventId}\r\n\r\n`);
  }

  async function metrics(): Promise<{ open: number; bytes: number }> {
    const text = await (await fetch(`${api.url}/metrics`)).text();
    const gauge = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    return { open: gauge('footprint_open_streams'), bytes: gauge('footprint_process_resident_memory_bytes') };
  }

  /**
   * What the process holds: garbage of hundreds of megabytes that went into the kernel's buffers may be collected at any moment, or not
   * for long.
   */
  async function heldBytes(): Promise<number> {
    await collectGarbage(inspector);
    return (await metrics()).bytes;
  }

  /** Takes a whole stream. */
  function take(key: string, lastEventId: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'last-event-id': lastEventId };
    return new Promise((resolve, reject) => {
      get(`${api.url}${PATH}`, { headers, agent: false }, (response) => response.resume().once('end', resolve)).once('error', reject);
    });
  }

  it('cost less than a third of a megabyte each, delay nobody, and are disconnected', async () => {
    const owner = await ledger.account();
    const lookupId = await finishedLookup(owner.accountId);
    const keys = await Promise.all(Array.from({ length: STREAMS / MAX_STREAMS_PER_KEY }, () => owner.another()));
    const whole = await (await openStream(`${api.url}${PATH}`, owner.key, `${lookupId}.0.`)).whole();
    expect(whole).toHaveLength(PLATFORMS + 1);
    // The process has done ordinary work when it is measured: as many streams as one key may have were read to their end.
    await Promise.all(Array.from({ length: MAX_STREAMS_PER_KEY }, () => take(keys[0] ?? '', `${lookupId}.0.`)));
    await vi.waitFor(async () => expect((await metrics()).open).toBe(0), { timeout: 90_000 });

    const before = await heldBytes();
    // Half of them stop among the events, half in `done`.
    const positions = [`${lookupId}.0.`, whole.at(-2)?.id ?? ''];
    for (const [index, key] of Array.from({ length: STREAMS }, (_, each) => keys[each % keys.length] ?? '').entries()) {
      stall(key, positions[index % 2] ?? '');
    }
    await vi.waitFor(async () => expect((await metrics()).open).toBe(STREAMS), { timeout: 90_000, interval: 50 });

    /** While all of them stand still. */
    const held: number[] = [];
    const statuses: number[] = [];
    await vi.waitFor(
      async () => {
        const [sample, ...others] = await Promise.all([
          metrics(),
          call(api.url, 'GET', '/v1/platforms', { key: owner.key }),
          call(api.url, 'POST', '/v1/lookup', { key: owner.key, body: { query: 'bob-example' } }),
        ]);
        if (sample.open === STREAMS) {
          if (statuses.length % 16 === 0) held.push(await heldBytes());
          statuses.push(...others.map(({ status }) => status));
        }
        expect(sample.open).toBe(0); // all are disconnected
      },
      { timeout: 240_000, interval: 1_000 },
    );
    expect(statuses.length).toBeGreaterThan(20);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(held.length).toBeGreaterThan(1);
    // The least of them: on a busy machine the allocator gives memory back late.
    expect((Math.min(...held) - before) / STREAMS).toBeLessThan(MAX_BYTES);

    // Whoever was cut off comes back and has the rest.
    const rest = await (await openStream(`${api.url}${PATH}`, owner.key, whole[10]?.id)).whole();
    expect(rest).toEqual(whole.slice(11));
  }, 300_000);
});
