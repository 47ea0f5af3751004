/** Finished lookups are compressed by a worker that is killed while it does so, and read through the API before and after. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { openRecordOn, outcome, type TestRecord } from '../stores/support/record.js';
import { requestOf } from '../support/fixtures.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { createFleet, type ApiProcess, type Fleet } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';

const LOOKUPS = 60;
const PLATFORMS = 300;

describe(`${LOOKUPS} finished lookups that a worker compresses`, () => {
  let record: TestRecord;
  let ledger: LedgerReader;
  let fleet: Fleet;
  let api: ApiProcess;
  let owner: Awaited<ReturnType<LedgerReader['account']>>;
  const lookupIds: string[] = [];

  beforeAll(async () => {
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    record = openRecordOn(databaseUrl, 3);
    ledger = openLedgerReader(databaseUrl);
    owner = await ledger.account();
    fleet = createFleet({ DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    api = await fleet.api();
    await plant();
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), record?.database.close()]);
  });

  /** Lookups that finished two hours ago: one stored as workers store it, and copies of its rows. */
  async function plant(): Promise<void> {
    const [pool] = await ledger.sql<{ pool_id: string }[]>`SELECT pool_id FROM accounts WHERE id = ${owner.accountId}`;
    const caller = {
      accountId: owner.accountId,
      apiKeyId: 'key_test',
      plan: 'higher_volume',
      poolId: pool?.pool_id ?? '',
      allowance: null,
      onlyKey: null,
      scopes: ['lookups:create', 'lookups:read'],
      isSuspended: false,
    } as const;
    const accepted = await record.acceptance.accept(
      caller,
      Array.from({ length: LOOKUPS }, () => requestOf()),
      null,
    );
    const slugs = Array.from({ length: PLATFORMS }, (_, index) => `platform-${String(index).padStart(4, '0')}`);
    for (const each of accepted) {
      if ('refused' in each) throw new Error('the lookup was refused');
      lookupIds.push(each.lookupId);
    }
    const [first = '', ...copies] = lookupIds;
    await record.writer.savePlan(first, {
      targets: slugs.map((platform) => ({ platform, subjects: ['username'] })),
      modules: ['footprint'],
    });
    const [omitted, ...answered] = slugs;
    await record.writer.record(
      first,
      answered.slice(0, -1).map((slug, index) => outcome(slug, index % 3 === 0 ? {} : { state: 'not_registered' })),
    );
    await record.writer.record(first, [outcome(omitted ?? '', { state: 'inconclusive', reason: 'timeout' })]);
    await record.writer.finish(first);
    const { sql } = record.database;
    await sql`
      INSERT INTO lookup_results
      SELECT stored.* FROM lookup_results r, unnest(${copies}::text[]) AS copy (id),
             jsonb_populate_record(r, jsonb_build_object('lookup_id', copy.id)) AS stored`;
    await sql`
      UPDATE lookups SET (state, plan, feed_seq, platforms_checked, matches, social_matches, started_at, finished_at) =
        (SELECT state, plan, feed_seq, platforms_checked, matches, social_matches, started_at, finished_at FROM lookups WHERE id = ${first})
      WHERE id <> ${first}`;
    await sql`UPDATE lookups SET finished_at = finished_at - interval '2 hours'`;
  }

  const compressed = async (): Promise<number> => (await ledger.sql`SELECT FROM lookups WHERE is_compressed`).count;
  const known = () => Promise.all(lookupIds.map((id) => record.reader.snapshot(id)));

  /** What a caller reads of a lookup, byte by byte. */
  async function answersOf(lookupId: string): Promise<string[]> {
    const paths = [
      `/v1/lookup/${lookupId}`,
      `/v2/lookup/${lookupId}`,
      `/v2/lookup/${lookupId}/evidence`,
      `/v2/lookup/${lookupId}/omissions?limit=1`,
      '/v1/lookup',
      '/v2/lookup',
    ];
    const streams = ['/v1/lookup/stream?query=ada-example&deep=true&platforms=', '/v2/lookup/stream?username=ada-example'];
    const texts: string[] = [];
    for (const path of [...paths, ...streams]) {
      const response = await fetch(`${api.url}${path}`, {
        headers: { authorization: `Bearer ${owner.key}`, 'last-event-id': `${lookupId}.0.` },
      });
      expect(response.status, path).toBe(200);
      texts.push(await response.text());
    }
    return texts;
  }

  it('loses nothing to kill -9 midway, and its successor goes on where it was; callers read the same', async () => {
    const shown = lookupIds.at(-1) ?? '';
    const [before, answers] = [await known(), await answersOf(shown)];
    const worker = await fleet.worker();
    expect(await waitUntil(async () => (await compressed()) > 5, 60_000, 1)).toBe(true);
    await worker.kill();
    await ledger.isGone('footprint-worker');
    const killedAt = await compressed();
    expect(killedAt).toBeLessThan(LOOKUPS);
    expect(await known()).toEqual(before);
    await fleet.worker();
    expect(await waitUntil(async () => (await compressed()) === LOOKUPS, 90_000)).toBe(true);
    expect(await ledger.sql`SELECT FROM lookup_results`).toHaveLength(0);
    expect(await known()).toEqual(before);
    expect(await answersOf(shown)).toEqual(answers);
  });
});
