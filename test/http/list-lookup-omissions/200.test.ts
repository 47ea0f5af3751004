import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckOutcome } from '../../../src/features/lookups/lookup.js';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { INCONCLUSIVE_REASONS } from '../../../src/engine/evaluation/verdict.js';
import { outcome } from '../../stores/support/record.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { expectBodyV2 } from '../../support/http/lookup-body-v2.js';
import { omissionKey, readOmissions } from '../../support/http/omissions.js';
import { fillWindow } from '../../support/http/rate-windows.js';
import type { Service } from '../../support/service.js';

type Account = Awaited<ReturnType<Service['account']>>;
const SUBJECTS = ['username', 'username#2'] as const;
const NAMES = { username: 'ada-example', 'username#2': 'bob-example' } as const;
const PLATFORMS = Array.from({ length: 60 }, (_, n) => `site-${n}`);

let service: Service;
beforeAll(async () => {
  service = await startBareApi();
});
afterAll(() => service.close());

/** A lookup of two usernames that asks sixty platforms, before any has answered. */
async function planned(account: Account): Promise<string> {
  const body = { identities: { usernames: Object.values(NAMES) }, modules: ['footprint'] };
  const { lookupId } = (await service.call('POST', '/v2/lookup', { key: account.key, body })).body as { lookupId: string };
  await service.record.writer.savePlan(lookupId, {
    targets: PLATFORMS.map((platform) => ({ platform, subjects: [...SUBJECTS] })),
    modules: ['footprint'],
  });
  return lookupId;
}

/** Every third platform answered, the others are omitted for one reason after the other. */
const OUTCOMES: readonly CheckOutcome[] = PLATFORMS.flatMap((platform, n) =>
  SUBJECTS.map((subject, m) =>
    n % 3 === 0
      ? outcome(platform, { subject, state: m === 0 ? 'registered' : 'not_registered' })
      : outcome(platform, {
          subject,
          state: 'inconclusive',
          reason: INCONCLUSIVE_REASONS[(2 * n + m) % INCONCLUSIVE_REASONS.length] ?? null,
        }),
  ),
);
const OMITTED = OUTCOMES.filter(({ state }) => state === 'inconclusive').map(
  ({ platform, subject, reason }) => `${platform} username ${NAMES[subject as keyof typeof NAMES]} ${reason}`,
);
const known = (omissions: Awaited<ReturnType<typeof readOmissions>>) => omissions.map((each) => `${omissionKey(each)} ${each.code}`);

async function answerOf(account: Account, lookupId: string): Promise<LookupBodyV2> {
  await fillWindow(service, account.apiKeyId, 'readsV2', 0);
  const { body } = await service.call('GET', `/v2/lookup/${lookupId}`, { key: account.key });
  expectBodyV2(body);
  return body as LookupBodyV2;
}

describe('listLookupOmissions', () => {
  it('lists every omitted platform and identity once over the pages, of any size, with its reason, as many as the answer counts', async () => {
    const account = await service.account();
    const lookupId = await planned(account);
    // In batches, as a sweep records them: many share one number of the feed.
    for (let n = 0; n < OUTCOMES.length; n += 11) await service.record.writer.record(lookupId, OUTCOMES.slice(n, n + 11));
    const whole = await readOmissions(service, account, lookupId);
    expect(known(whole).sort()).toEqual([...OMITTED].sort());
    for (const { message, checkedAt } of whole) {
      expect(message).toMatch(/^[A-Z].+\.$/);
      expect(checkedAt).toBe(OUTCOMES[0]?.checkedAt.toISOString());
    }
    for (const limit of [7, 1]) expect(await readOmissions(service, account, lookupId, { limit })).toEqual(whole);
    expect(await answerOf(account, lookupId)).toMatchObject({ omitted: whole.length, omissions: { total: whole.length } });
  });

  it('of one reason alone when it is asked for, as many as the answer counts for it', async () => {
    const account = await service.account();
    const lookupId = await planned(account);
    await service.record.writer.record(lookupId, OUTCOMES);
    await service.record.writer.finish(lookupId);
    const { omissions } = await answerOf(account, lookupId);
    for (const reason of ['timeout', 'challenge', 'interrupted'] as const) {
      const listed = await readOmissions(service, account, lookupId, { limit: 2, reason });
      expect(known(listed).sort()).toEqual(OMITTED.filter((each) => each.endsWith(` ${reason}`)).sort());
      expect(listed).toHaveLength(omissions.byReason[reason] ?? 0);
    }
  });

  it('of a running lookup: what is omitted while the pages are read comes after them, none is skipped or listed twice', async () => {
    const account = await service.account();
    const lookupId = await planned(account);
    const batches = Array.from({ length: 10 }, (_, n) => OUTCOMES.slice(n * 12, (n + 1) * 12));
    await service.record.writer.record(lookupId, batches.shift() ?? []);
    const between = () => service.record.writer.record(lookupId, batches.shift() ?? []);
    const seen = known(await readOmissions(service, account, lookupId, { limit: 3, between }));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.sort()).toEqual([...OMITTED].sort());
  });

  it('what was given up is listed once the lookup is finished, and what another source answered is not', async () => {
    const account = await service.account();
    const lookupId = await planned(account);
    await service.record.writer.record(lookupId, OUTCOMES.slice(0, 100));
    const [omitted] = OUTCOMES.filter(({ state }) => state === 'inconclusive');
    await service.record.writer.record(lookupId, [
      outcome(omitted?.platform ?? '', { subject: omitted?.subject ?? 'username', method: 'breach_record' }),
    ]);
    const before = await readOmissions(service, account, lookupId);
    expect(known(before)).not.toContain(OMITTED[0]);
    await service.record.writer.finish(lookupId);
    const after = await readOmissions(service, account, lookupId, { limit: 9 });
    expect(after.slice(0, before.length)).toEqual(before);
    const givenUp = OUTCOMES.slice(100).map(
      ({ platform, subject }) => `${platform} username ${NAMES[subject as keyof typeof NAMES]} interrupted`,
    );
    expect(known(after.slice(before.length)).sort()).toEqual(givenUp.sort());
    for (const { checkedAt } of after.slice(before.length)) expect(checkedAt).toBeNull();
    expect((await answerOf(account, lookupId)).omissions.total).toBe(after.length);
  });

  it('is one empty page where no platform was asked', async () => {
    const account = await service.account();
    const { lookupId } = (await service.call('POST', '/v1/ip', { key: account.key, body: { ip: '192.0.2.17' } })).body as {
      lookupId: string;
    };
    expect(await readOmissions(service, account, lookupId)).toEqual([]);
  });
});
