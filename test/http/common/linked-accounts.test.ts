/** Leads in every answer that can hold a lookup: in all of v2's, and in none of v1's. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkedAccount } from '../../../src/engine/evaluation/verdict.js';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { acceptOne, outcome } from '../../stores/support/record.js';
import { requestOf } from '../../support/fixtures.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { callerOf } from '../../support/http/callers.js';
import { openStream } from '../../support/http/event-client.js';

const EMAIL = 'ada@example.com';
const AT = new Date('2030-01-02T03:04:05.678Z');
const SLUGS = ['site-0001', 'site-0002', 'site-0003'];

interface Stated {
  readonly platform: string;
  readonly state: 'registered' | 'not_registered';
  readonly linkedAccounts: readonly LinkedAccount[];
}

describe('linked accounts over HTTP', () => {
  const service = sharedBareApi();

  /** A finished lookup in which platforms said this. */
  async function lookupOf(key: string, actual: readonly Stated[]): Promise<string> {
    const { record } = service();
    const request = requestOf({ query: EMAIL, queryType: 'email', subjects: { email: EMAIL } });
    const lookupId = await acceptOne(record, await callerOf(record, key), request);
    const targets = actual.map(({ platform }) => ({ platform, subjects: ['email' as const] }));
    await record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
    const outcomes = actual.map(({ platform, ...more }) => outcome(platform, { ...more, subject: 'email', checkedAt: AT }));
    await record.writer.record(lookupId, outcomes);
    await record.writer.finish(lookupId);
    return lookupId;
  }

  const get = async (key: string, path: string) => (await service().call('GET', path, { key })).body as LookupBodyV2;
  /** All events of a stream that is told from its beginning. */
  const received = async (key: string, path: string, lookupId: string) =>
    (await openStream(`${service().url}${path}`, key, `${lookupId}.0.`)).whole();

  /** What v1 and v2 answer of a lookup, without what no two lookups share. */
  async function answersAbout(key: string, lookupId: string) {
    const v1 = {
      body: await get(key, `/v1/lookup/${lookupId}`),
      events: await received(key, '/v1/lookup/stream?deep=true&platforms=&query=ada-example', lookupId),
    };
    const v2 = {
      body: await get(key, `/v2/lookup/${lookupId}`),
      following: await received(key, `/v2/lookup/${lookupId}/stream`, lookupId),
      events: await received(key, '/v2/lookup/stream?username=ada-example', lookupId),
    };
    const plain = <T>(value: T): T =>
      JSON.parse(
        JSON.stringify(value, (name, each: unknown) => (/^(?:(?:created|finished)At|seen)$/.test(name) ? '' : each)).replaceAll(
          lookupId,
          'lkp',
        ),
      ) as T;
    return { v1: plain(v1), v2: plain(v2) };
  }

  it('change nothing that v1 answers or streams, and nothing but `linkedAccounts` of v2, whatever they are', async () => {
    const linked = fc.record({
      platform: fc.constantFrom('github', 'x', 'site-0002'),
      handle: fc.stringMatching(/^zephyr_[a-z0-9]{1,9}$/),
    });
    const state = fc.constantFrom('registered' as const, 'not_registered' as const);
    const answers = fc.uniqueArray(
      fc.record({ platform: fc.constantFrom(...SLUGS), state, linkedAccounts: fc.array(linked, { maxLength: 4 }) }),
      {
        selector: ({ platform }) => platform,
        minLength: 1,
      },
    );
    await fc.assert(
      fc.asyncProperty(answers, async (actual) => {
        const { key } = await service().account();
        const without = await answersAbout(
          key,
          await lookupOf(
            key,
            actual.map((each) => ({ ...each, linkedAccounts: [] })),
          ),
        );
        const { v1, v2 } = await answersAbout(key, await lookupOf(key, actual));
        expect(v1).toEqual(without.v1);
        expect(JSON.stringify(v1)).not.toMatch(/zephyr|linkedAccounts/);
        const done = { ...v2.body, linkedAccounts: [] };
        expect(done).toEqual(without.v2.body);
        for (const stream of ['following', 'events'] as const) {
          expect(v2[stream].at(-1)?.data).toEqual(v2.body);
          expect([...v2[stream].slice(0, -1), { ...v2[stream].at(-1), data: done }]).toEqual(without.v2[stream]);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('are in the answer, at the end of both streams and in the export of the account, with their source', async () => {
    const { accountId, key } = await service().account();
    const linkedAccounts = [
      { platform: 'site-0002', handle: 'ada.pictures' },
      { platform: 'x', handle: 'ada_example' },
    ];
    const lookupId = await lookupOf(key, [{ platform: 'site-0001', state: 'registered', linkedAccounts }]);
    const common = {
      identity: { type: 'email', value: EMAIL },
      icon: null,
      source: { platform: 'site-0001', name: 'Site 1', url: 'https://site-0001.example/' },
      checkedAt: AT.toISOString(),
    };
    const shown = [
      { ...common, platform: 'site-0002', name: 'Site 2', handle: 'ada.pictures', url: null },
      { ...common, platform: 'x', name: 'x', handle: 'ada_example', url: 'https://x.com/ada_example' },
    ];
    const { v2 } = await answersAbout(key, lookupId);
    const doneOf = (events: typeof v2.events) => (events.at(-1)?.data as LookupBodyV2).linkedAccounts;
    expect([v2.body.linkedAccounts, doneOf(v2.following), doneOf(v2.events)]).toEqual([shown, shown, shown]);
    expect(v2.body).toMatchObject({ matches: 1, platformsChecked: 1, answered: 1, hits: ['site-0001'] });
    const { key: accountKey } = await service().keyOf(accountId, ['account:data', 'lookups:read']);
    const exported = await service().call('GET', '/v2/account/export', { key: accountKey });
    const lines = exported.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; answer?: LookupBodyV2 });
    expect(lines.flatMap(({ type, answer }) => (type === 'lookup' ? [answer?.linkedAccounts] : []))).toEqual([shown]);
  });
});
