import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { LookupChange } from '../../src/features/lookups/lookup-snapshot.js';
import { presentLookup } from '../../src/features/lookups/routes/shared/v1/presenters.js';
import { LookupEvents, writeEvent } from '../../src/features/webhooks/store/event-writer.js';
import { transaction } from '../../src/kernel/db/transaction.js';
import { newId } from '../../src/kernel/secrets/ids.js';
import type { Caller } from '../../src/features/accounts/accounts.js';
import type { LinkedAccount } from '../../src/engine/evaluation/verdict.js';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { presentV2 } from '../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { createDatabase } from '../support/databases.js';
import { requestOf } from '../support/fixtures.js';
import { formsFound, tableTraces } from '../support/traces.js';
import { addEndpointTo, occurrence } from '../support/webhooks/endpoints.js';
import { acceptOne, carryOut, compress, makeCaller, openRecordOn, outcome } from './support/record.js';

const url = await createDatabase();
const record = openRecordOn(url, 10, undefined, randomBytes(32).toString('hex'));
afterAll(() => record.database.close());
const { sql } = record.database;
const EMAIL = 'ada@example.com';
const NAMES = { get: () => undefined };

/** A handle that no other test has. */
const someone = () => `zephyr-${randomBytes(6).toString('hex')}`;
const revealing = (linkedAccounts: readonly LinkedAccount[], more: Partial<CheckOutcome> = {}) =>
  outcome('github', { subject: 'email', checkedAt: new Date(), linkedAccounts, ...more });
const onX = (handle: string): LinkedAccount => ({ platform: 'x', handle });

async function lookupOf(caller: Caller, outcomes: readonly CheckOutcome[] = []): Promise<string> {
  const lookupId = await acceptOne(record, caller, requestOf({ query: EMAIL, queryType: 'email', subjects: { email: EMAIL } }));
  const targets = [...new Set(outcomes.map(({ platform }) => platform))].map((platform) => ({ platform, subjects: ['email' as const] }));
  await record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
  if (outcomes.length > 0) await record.writer.record(lookupId, outcomes);
  return lookupId;
}
const snapshotOf = async (lookupId: string) => (await record.reader.snapshot(lookupId)) ?? expect.fail('the lookup is gone');
const handlesOf = async (lookupId: string) => (await snapshotOf(lookupId)).linkedAccounts?.map(({ handle }) => handle);
const reusable = (caller: Caller) => record.facts.reusable({ accountId: caller.accountId, subjects: { email: EMAIL } });

async function erase(handle: string, more: { accountId?: string; isDryRun?: boolean } = {}) {
  const identity = { kind: 'username', value: handle } as const;
  const { id } = await record.erasures.create({ accountId: null, apiKeyId: null, identity, isDryRun: false, ...more });
  await carryOut(record, id);
  return (await record.erasures.find(id, null)) ?? expect.fail('the erasure is gone');
}

/** What `lookup.completed` reports of a finished lookup, written as in the transaction that finishes it. */
async function reported(lookupId: string): Promise<LookupBodyV2> {
  const events = new LookupEvents({
    bodyOf: async (_, known: LookupChange) => presentV2(known, NAMES),
    launcher: { launch: () => undefined, startEmail: () => undefined },
    newId,
    maxStoredBytes: 1_000_000,
  });
  await transaction(sql, (tx, afterCommit) => events.finished(tx, lookupId, () => snapshotOf(lookupId), afterCommit));
  const [event] = await sql<{ body: Uint8Array }[]>`SELECT body FROM webhook_events WHERE dedup_key = ${`lookup/${lookupId}`}`;
  const { data } = JSON.parse(Buffer.from(event?.body ?? []).toString()) as { data: { response: LookupBodyV2 } };
  return data.response;
}

describe('linked accounts, on Postgres', () => {
  it('are stored once with the outcome that revealed them, and read with their source, compressed or not', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const answer = revealing([{ platform: 'github', handle: 'Ada-X' }, onX('ada_x')]);
    const lookupId = await lookupOf(caller, [answer, outcome('other', { subject: 'email' })]);
    await record.writer.record(lookupId, [answer]);
    const common = { source: 'github', subject: 'email', checkedAt: answer.checkedAt };
    const linkedAccounts = [
      { ...common, platform: 'github', handle: 'Ada-X' },
      { ...common, platform: 'x', handle: 'ada_x' },
    ];
    expect((await snapshotOf(lookupId)).linkedAccounts).toEqual(linkedAccounts);
    await record.writer.finish(lookupId);
    await compress(record, lookupId);
    expect((await snapshotOf(lookupId)).linkedAccounts).toEqual(linkedAccounts);
    const { seq } = await snapshotOf(lookupId);
    expect((await record.reader.snapshot(lookupId, { afterSeq: seq }))?.linkedAccounts).toEqual([]);
  });

  it('come back with the fact that is reused, and not with a later answer without any', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    await lookupOf(caller, [revealing([onX('ada_x')])]);
    const [fact] = await reusable(caller);
    expect(fact?.linkedAccounts).toEqual([onX('ada_x')]);
    expect(await handlesOf(await lookupOf(caller, [fact ?? expect.fail('no fact')]))).toEqual(['ada_x']);
    const later = new Date(Date.now() + 1_000);
    await lookupOf(caller, [revealing([], { checkedAt: later })]);
    expect((await reusable(caller)).map(({ linkedAccounts }) => linkedAccounts)).toEqual([undefined]);
  });

  it('are of a confirmed account only', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const denied = revealing([onX('ada_x')], { state: 'not_registered' });
    const unclear = revealing([onX('ada_x')], { platform: 'b', state: 'inconclusive', reason: 'blocked' });
    expect(await handlesOf(await lookupOf(caller, [denied, unclear]))).toEqual([]);
  });

  it('go with their lookup', async () => {
    const handle = someone();
    const caller = await makeCaller(record, 'higher_volume');
    const lookupId = await lookupOf(caller, [revealing([onX(handle)])]);
    expect(await record.remover.remove(caller, lookupId)).toBe(true);
    const found = [...(await tableTraces(sql))].flatMap(([, rows]) => formsFound(rows, handle));
    expect(found).toEqual([]);
  });

  it('never change what v1 answers or counts, nor anything but `linkedAccounts` of v2 and its event, whatever they are', async () => {
    const linked = fc.record({ platform: fc.constantFrom('github', 'x', 'b'), handle: fc.stringMatching(/^[a-z0-9_]{1,20}$/) });
    const state = fc.constantFrom('registered' as const, 'not_registered' as const);
    const answers = fc.uniqueArray(
      fc.record({ platform: fc.constantFrom('a', 'b', 'c', 'github', 'x'), state, linkedAccounts: fc.array(linked) }),
      {
        selector: ({ platform }) => platform,
        minLength: 1,
      },
    );
    const at = new Date('2030-01-02T03:04:05.678Z');
    const caller = await makeCaller(record, 'higher_volume', { quota: 10_000 });
    await addEndpointTo(record, caller.accountId);
    await fc.assert(
      fc.asyncProperty(answers, async (actual) => {
        const plain = actual.map(({ platform, state }) => outcome(platform, { platform, state, subject: 'email', checkedAt: at }));
        const ids = [
          await lookupOf(caller, plain),
          await lookupOf(
            caller,
            plain.map((each, n) => ({ ...each, linkedAccounts: actual[n]?.linkedAccounts ?? [] })),
          ),
        ];
        for (const id of ids) await record.writer.finish(id);
        const [without, withLinkedAccounts] = [await snapshotOf(ids[0] ?? ''), await snapshotOf(ids[1] ?? '')];
        const shown = (known: typeof without) => ({ ...presentLookup(NAMES, known), lookupId: '' });
        expect(shown(withLinkedAccounts)).toEqual(shown(without));
        const history = await record.reader.history(caller, { limit: 2, offset: 0 });
        const [one, two] = history.map(({ platformsChecked, matches, socialMatches }) => ({ platformsChecked, matches, socialMatches }));
        expect(one).toEqual(two);
        const { results, platformsChecked, matches, hits, answered, planned, risk, linkedAccounts } = presentV2(withLinkedAccounts, NAMES);
        const bare = presentV2(without, NAMES);
        expect({ results, platformsChecked, matches, hits, answered, planned, risk }).toEqual({
          results: bare.results,
          platformsChecked: bare.platformsChecked,
          matches: bare.matches,
          hits: bare.hits,
          answered: bare.answered,
          planned: bare.planned,
          risk: bare.risk,
        });
        const revealed = actual
          .filter((each) => each.state === 'registered')
          .map((each) => new Set(each.linkedAccounts.map((l) => `${l.platform} ${l.handle}`)).size);
        expect(linkedAccounts).toHaveLength(revealed.reduce((sum, count) => sum + count, 0));
        const [{ linkedAccounts: none, ...eventWithout }, { linkedAccounts: received, ...eventWith }] = [
          await reported(ids[0] ?? ''),
          await reported(ids[1] ?? ''),
        ];
        expect([none, received]).toEqual([[], linkedAccounts]);
        const same = { lookupId: '', createdAt: '', finishedAt: '' };
        expect({ ...eventWith, ...same }).toEqual({ ...eventWithout, ...same });
      }),
      { numRuns: 8 },
    );
  });
});

describe('the erasure of an identity that is a linked account', () => {
  it('deletes it in every lookup, fact and event that holds it, in every spelling; what else the lookups hold stays', async () => {
    const handle = someone();
    const caller = await makeCaller(record, 'higher_volume');
    const linkedAccounts = [onX(handle.toUpperCase()), { platform: 'telegram', handle }, onX('kept')];
    const ids = [await lookupOf(caller, [revealing(linkedAccounts)]), await lookupOf(caller, [revealing(linkedAccounts)])];
    await record.writer.finish(ids[0] ?? '');
    await compress(record, ids[0] ?? '');
    await sql.begin((tx) => writeEvent(tx, occurrence(caller.accountId, { dedupKey: `lookup/${ids[0]}` })));
    const { isDryRun, ...dry } = await erase(handle, { isDryRun: true });
    expect([isDryRun, await handlesOf(ids[0] ?? '')]).toEqual([true, expect.arrayContaining([handle])]);
    const { counts } = await erase(handle);
    expect(counts).toMatchObject({ linkedAccounts: 4, events: 1 });
    expect(dry.counts).toMatchObject({ linkedAccounts: 4, events: 1 });
    expect(counts.lookups).toBeUndefined();
    for (const id of ids) {
      expect(await handlesOf(id)).toEqual(['kept']);
      expect((await snapshotOf(id)).outcomes).toHaveLength(1);
    }
    expect((await reusable(caller)).map((fact) => fact.linkedAccounts)).toEqual([[onX('kept')]]);
    const found = [...(await tableTraces(sql))].flatMap(([, rows]) => formsFound(rows, handle));
    expect(found).toEqual([]);
  });

  it('stays in the account that asked for it', async () => {
    const handle = someone();
    const [caller, unauthenticated] = [await makeCaller(record, 'higher_volume'), await makeCaller(record, 'higher_volume')];
    const [mine, theirs] = [
      await lookupOf(caller, [revealing([onX(handle)])]),
      await lookupOf(unauthenticated, [revealing([onX(handle)])]),
    ];
    await erase(handle, { accountId: caller.accountId });
    expect([await handlesOf(mine), await handlesOf(theirs)]).toEqual([[], [handle]]);
  });

  it('holds for answers that come, or are reused, after it: neither a lookup under way nor an old fact brings the handle back', async () => {
    const handle = someone();
    const caller = await makeCaller(record, 'higher_volume');
    const underWay = await lookupOf(caller);
    const old = revealing([onX(handle)], { checkedAt: new Date(Date.now() - 60_000) });
    await erase(handle);
    await record.writer.record(underWay, [revealing([onX(handle), onX('kept')])]);
    expect(await handlesOf(underWay)).toEqual(['kept']);
    expect((await reusable(caller)).map((fact) => fact.linkedAccounts)).toEqual([[onX('kept')]]);
    expect(await handlesOf(await lookupOf(caller, [{ ...old, fromCache: true }]))).toEqual([]);
    const anew = await lookupOf(caller, [revealing([onX(handle)], { checkedAt: new Date(Date.now() + 1_000) })]);
    expect(await handlesOf(anew)).toEqual([handle]);
  });
});
