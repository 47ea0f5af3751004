import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it, vi } from 'vitest';
import { createEnrichmentActivities } from '../../../activities/lookups/enrichment.js';
import type { KnownBreach } from '../../../src/facts/breaches/breach.js';
import { createBreachedPlatforms } from '../../../src/facts/breaches/breached-platforms.js';
import type { FactModule, EnrichmentSources } from '../../../src/facts/fact-modules.js';
import { BUILT_IN_LIMITS } from '../../../src/features/accounts/purposes.js';
import type { EmailFinding } from '../../../src/facts/email/email-details.js';
import type { Budget } from '../../../src/kernel/values/source.js';
import type { CheckOutcome, Lookup } from '../../../src/features/lookups/lookup.js';
import type { FoundFact } from '../../../src/features/lookups/module-facts.js';
import { sourcesOf } from '../../support/enrichment.js';
import { lookupOf, platformOf, nothingSuppressed } from '../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const LOOKUP = lookupOf({
  query: ' Ada@Gmail.com',
  queryType: 'email',
  subjects: { email: 'Ada@gmail.com', phone: '+12025550123', ip: '192.0.2.17' },
  state: 'running',
  plan: { targets: [], modules: ['footprint', 'email', 'phone', 'ip', 'breaches', 'webMentions'] },
  acceptedAt: NOW,
});
const MAILBOX: EmailFinding = {
  facts: { deliverable: true, disposable: false, freeProvider: true, acceptAll: false, domainAgeDays: null, domainRegisteredAt: null },
  notes: [{ source: 'smtp', failure: null, tookMs: 12, decidedFields: ['deliverable'], codes: [] }],
  provider: 'gmail',
  exists: true,
};

const FORUM = platformOf('example-forum', {
  name: 'Forum',
  homepage: 'https://forum.example.com',
  strength: 'strong',
  tags: ['forum'],
  ownFile: true,
});

function setUp(options: {
  sources: Partial<EnrichmentSources>;
  lookup?: Partial<Lookup>;
  recorded?: readonly FoundFact['subject'][];
  budgetMs?: number;
}) {
  const lookup = { ...LOOKUP, ...options.lookup };
  const facts: FoundFact[] = [];
  const outcomes: CheckOutcome[] = [];
  const budgetMs = options.budgetMs ?? 5_000;
  const activities = createEnrichmentActivities({
    suppressions: nothingSuppressed,
    sources: sourcesOf({
      ...options.sources,
      budgetMs: { email: budgetMs, phone: budgetMs, ip: budgetMs, breaches: budgetMs, webMentions: budgetMs },
    }),
    reader: { find: async () => lookup, findOwned: async () => null, changes: async () => null, history: async () => [] } as never,
    writer: {
      recordedSubjects: async () => new Set(options.recorded ?? []),
      recordModule: async (_: string, fact: FoundFact) => facts.push(fact) > 0,
      record: async (_: string, more: readonly CheckOutcome[]) => outcomes.push(...more) > 0,
    } as never,
    breachedPlatforms: createBreachedPlatforms([FORUM]),
    catalogue: { platforms: [FORUM], get: (slug: string) => (['example-forum', 'gmail'].includes(slug) ? { ...FORUM, slug } : undefined) },
    now: () => NOW,
  });
  const env = new MockActivityEnvironment();
  const run = (module: FactModule) => env.run(activities.runModule, { lookupId: 'lkp_1', module });
  return { facts, outcomes, env, run };
}

describe('running a module', () => {
  it('asks about the identity, and keeps what v1 shows apart from what it rests on', async () => {
    const inspect = vi.fn(async () => MAILBOX);
    const { facts, run } = setUp({ sources: { email: { inspect } } });
    expect(await run('email')).toEqual({ checks: 1 });
    expect(inspect).toHaveBeenCalledWith('Ada@gmail.com', {
      signal: expect.any(AbortSignal) as AbortSignal,
      budgetMs: 5_000,
      isPassive: false,
    });
    const { facts: payload, notes, provider, exists } = MAILBOX;
    expect(facts).toEqual([
      { module: 'email', subject: 'email', payload, evidence: { notes, mailbox: { provider, exists } }, checkedAt: NOW },
    ]);
  });

  it('tells of the mailbox provider as soon as the module has ended', async () => {
    const { outcomes, run } = setUp({ sources: { email: { inspect: async () => ({ ...MAILBOX, exists: false }) } } });
    await run('email');
    expect(outcomes.map(({ platform, state, method }) => `${platform} ${state} ${method}`)).toEqual([
      'gmail not_registered domain_derived',
    ]);
  });

  it('asks breach sources about each person-like identity, and keeps domains for itself', async () => {
    const search = vi.fn(async ({ type }: { type: string }) => ({
      facts:
        type === 'email'
          ? [
              { name: 'Forum', date: '2019-01-02', domain: 'forum.example.com' },
              { name: 'List', date: '2020-01-02', domain: null, dataClasses: ['Passwords'], stealerLog: true },
            ]
          : [],
      notes: [],
    }));
    const { facts, outcomes, run } = setUp({
      sources: { breaches: { search } },
      lookup: { subjects: { ...LOOKUP.subjects, username: 'ada', 'email#2': 'b@example.com' } },
    });
    expect(await run('breaches')).toEqual({ checks: 4 });
    expect(search.mock.calls.map(([identity]) => identity)).toEqual([
      { type: 'email', value: 'Ada@gmail.com' },
      { type: 'email', value: 'b@example.com' },
      { type: 'phone', value: '+12025550123' },
      { type: 'username', value: 'ada' },
    ]);
    expect(facts[0]?.payload).toEqual([
      { name: 'Forum', date: '2019-01-02' },
      { name: 'List', date: '2020-01-02', dataClasses: ['Passwords'], stealerLog: true },
    ]);
    expect(facts[0]?.evidence.platforms).toEqual([{ platform: 'example-forum', breach: 'Forum' }]);
    expect(facts[2]).toMatchObject({ subject: 'phone', payload: [] });
    expect(outcomes.map(({ platform, subject }) => `${platform} ${subject}`)).toContain('example-forum email');
  });

  const FOUND = [
    { name: 'Forum', date: '2022-01-02', domain: 'forum.example.com' },
    { name: 'Elsewhere', date: '2021-01-02', domain: 'elsewhere.example' },
    { name: 'Unnamed', date: '2020-01-02', domain: null },
    { name: 'Log', date: '2019-01-02', domain: null, stealerLog: true },
  ];
  const [FORUM_BREACH, ELSEWHERE, UNNAMED, LOG] = FOUND;
  it.each([
    ['security', FOUND, ['Forum', 'Elsewhere', 'Unnamed', 'Log']],
    ['fraud', FOUND, ['Forum', 'Log']],
    ['kyc', FOUND, ['Forum', 'Log']],
    ['kyc', [ELSEWHERE, FORUM_BREACH], ['Forum']],
    ['kyc', [ELSEWHERE, UNNAMED], null],
    ['kyc', [LOG], ['Log']],
    ['kyc', [], []],
    ['kyc', null, null],
  ] as const)('shows breaches for %s (case %#): a site outside the catalogue may be of any kind', async (purpose, found, names) => {
    const { kinds = [] } = BUILT_IN_LIMITS[purpose] ?? {};
    const { facts, outcomes, run } = setUp({
      sources: { breaches: { search: async () => ({ facts: found as readonly KnownBreach[] | null, notes: [] }) } },
      lookup: { subjects: { email: 'Ada@gmail.com' }, scope: { kinds, withheld: [] } },
    });
    await run('breaches');
    const shown = facts[0]?.payload as readonly KnownBreach[] | null;
    expect(shown?.map(({ name }) => name) ?? null).toEqual(names);
    expect(outcomes.filter(({ method }) => method === 'breach_record')).toHaveLength(names?.some((name) => name === 'Forum') ? 1 : 0);
  });

  it('searches pages for what the caller typed', async () => {
    const search = vi.fn(async () => ({ facts: [], notes: [] }));
    const { run } = setUp({
      sources: { webMentions: { search } },
      lookup: {
        subjects: { email: 'Ada@gmail.com', 'email#2': 'b@xn--bcher-kva.example' },
        rawIdentities: { 'email#2': 'b@bücher.example' },
      },
    });
    await run('webMentions');
    expect(search.mock.calls.map((call) => (call as unknown[])[0])).toEqual([' Ada@Gmail.com', 'b@bücher.example']);
  });

  it('asks only for identities that have nothing in the record yet', async () => {
    const search = vi.fn(async () => ({ facts: [], notes: [] }));
    const { facts, run } = setUp({ sources: { breaches: { search } }, recorded: ['email'] });
    expect(await run('breaches')).toEqual({ checks: 1 });
    expect(facts.map(({ subject }) => subject)).toEqual(['phone']);
  });

  it('asks nobody once the lookup is finished', async () => {
    const search = vi.fn(async () => ({ facts: [], notes: [] }));
    expect(await setUp({ sources: { breaches: { search } }, lookup: { state: 'finished' } }).run('breaches')).toEqual({ checks: 0 });
    expect(search).not.toHaveBeenCalled();
  });

  it("keeps what strangers' pages hold and the record cannot", async () => {
    const mention = { title: 'a\0b\ud800', url: 'https://www.example.com', snippet: '', matchConfidence: 'confirmed' } as const;
    const { facts, run } = setUp({
      sources: { webMentions: { search: async () => ({ facts: [mention], notes: [] }) } },
      lookup: { subjects: { email: 'a@example.com' } },
    });
    await run('webMentions');
    expect(facts[0]?.payload).toEqual([{ ...mention, title: 'a\ufffdb\ufffd' }]);
  });
});

describe('a source that does not keep its word', () => {
  const never =
    (onAbort: () => void = () => undefined) =>
    (_: unknown, { signal }: Budget) =>
      new Promise<never>(() => signal.addEventListener('abort', onAbort));

  it('is told when its time is over, and costs its facts only', async () => {
    const aborted = vi.fn();
    const { facts, run } = setUp({ sources: { ip: { inspect: never(aborted) } }, budgetMs: 60 });
    const started = performance.now();
    await run('ip');
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(aborted).toHaveBeenCalledOnce();
    expect(facts).toMatchObject([{ payload: null, evidence: { notes: [{ source: 'ip', failure: 'timeout' }] } }]);
  });

  it('that throws has said nothing', async () => {
    const inspect = async () => Promise.reject(new TypeError('no such host for Ada@gmail.com'));
    const { facts, run } = setUp({ sources: { phone: { inspect } } });
    await run('phone');
    expect(facts).toMatchObject([{ payload: null, evidence: { notes: [{ source: 'phone', failure: 'malformed' }] } }]);
    expect(JSON.stringify(facts)).not.toContain('Ada');
  });

  it('instant lookups give the slow modules less time', async () => {
    let given = 0;
    const search = async (_: unknown, { budgetMs }: Budget) => {
      given = budgetMs;
      return { facts: [], notes: [] };
    };
    await setUp({ sources: { webMentions: { search } }, lookup: { mode: 'instant' } }).run('webMentions');
    expect(given).toBe(3_000);
  });

  it('what is interrupted is not recorded, so that the retry asks again', async () => {
    const { facts, env, run } = setUp({
      sources: {
        ip: {
          inspect: async (_: string, { signal }: Budget) => {
            await new Promise((resolve) => {
              signal.addEventListener('abort', resolve);
              env.cancel();
            });
            return { facts: null, notes: [] };
          },
        },
      },
    });
    await expect(run('ip')).rejects.toThrow();
    expect(facts).toEqual([]);
  });
});
