import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedOutcome } from '../../../../../../src/features/lookups/lookup.js';
import { summarise } from '../../../../../../src/features/lookups/lookup-summary.js';
import type { Platform } from '../../../../../../src/engine/catalogue/rules/platform.js';
import type { LookupSnapshot } from '../../../../../../src/features/lookups/lookup-snapshot.js';
import { presentV2 } from '../../../../../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { INCONCLUSIVE_REASONS } from '../../../../../../src/engine/evaluation/verdict.js';
import { findingEvent } from '../../../../../../src/features/lookups/routes/shared/v2/module-findings.js';
import { lookupV2 } from '../../../../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { recordedOutcomes } from '../../../../../support/arbitraries.js';
import { expectBodyV2 } from '../../../../../support/http/lookup-body-v2.js';

const ACCEPTED = new Date('2030-05-01T12:00:00.000Z');
const FINISHED = new Date('2030-05-01T12:00:07.000Z');
const CATALOGUE = { get: (slug: string): Platform | undefined => (slug === 'a' ? PLATFORM : undefined) };
const PLATFORM: Platform = {
  slug: 'a',
  name: 'Platform A',
  homepage: 'https://a.example.com',
  icon: 'https://a.example.com/icon.png',
  tags: ['coding'],
  strength: 'strong',
  instant: [],
  probes: {},
};

function outcome(platform: string, more: Partial<RecordedOutcome> = {}): RecordedOutcome {
  return {
    platform,
    subject: 'email',
    state: 'registered',
    reason: null,
    method: 'public_api',
    mailboxProvider: false,
    checkedAt: ACCEPTED,
    fromCache: false,
    egress: null,
    evidence: null,
    seq: 1,
    ...more,
  };
}
function snapshotWith(more: Partial<LookupSnapshot> = {}, lookup: Partial<LookupSnapshot['lookup']> = {}): LookupSnapshot {
  return {
    lookup: {
      id: 'lkp_1',
      kind: 'lookup',
      state: 'finished',
      query: 'Ada@EXAMPLE.com',
      queryType: 'email',
      subjects: { email: 'Ada@example.com' },
      checks: {},
      plan: { targets: [], modules: ['footprint'] },
      acceptedAt: ACCEPTED,
      finishedAt: FINISHED,
      ...lookup,
    },
    outcomes: [],
    modules: [],
    derived: [],
    ...more,
  };
}
const body = (more: Partial<LookupSnapshot> = {}, lookup: Partial<LookupSnapshot['lookup']> = {}) =>
  presentV2(snapshotWith(more, lookup), CATALOGUE);

describe('the v2 body, for all outcomes', () => {
  const everyone = { email: 'ada@example.com', phone: '+15550100', username: 'ada' };

  it('is what its schema says, adds up, and counts as v1 does', () =>
    fc.assert(
      fc.property(recordedOutcomes, fc.constantFrom('accepted' as const, 'running' as const, 'finished' as const), (outcomes, state) => {
        const shown = body({ outcomes }, { subjects: everyone, state, finishedAt: state === 'finished' ? FINISHED : null });
        expect(lookupV2.parse(shown)).toEqual(shown);
        expectBodyV2(shown);
        const { platformsChecked, matches, socialMatches, hits, servedFromCache } = summarise(outcomes);
        expect(shown).toMatchObject({ platformsChecked, matches, socialMatches, hits, servedFromCache });
      }),
    ));

  it('is the same whatever the order of the rows', () =>
    fc.assert(
      fc.property(recordedOutcomes, (outcomes) => {
        // Rows of one number come in the order of their key; what is read is turned round here as a whole.
        const distinct = outcomes.map((each, index) => ({ ...each, seq: index + 1 }));
        const sorted = (shown: ReturnType<typeof body>) => ({ ...shown, hits: [...shown.hits].sort() });
        expect(sorted(body({ outcomes: [...distinct].reverse() }, { subjects: everyone }))).toEqual(
          sorted(body({ outcomes: distinct }, { subjects: everyone })),
        );
      }),
    ));

  it('a reason is counted by its reason and never a result', () =>
    fc.assert(
      fc.property(recordedOutcomes, (outcomes) => {
        const shown = body({ outcomes }, { subjects: everyone });
        const unanswered = outcomes.filter(({ state }) => state === 'inconclusive');
        expect(shown.omissions.total).toBe(unanswered.length);
        for (const each of INCONCLUSIVE_REASONS)
          expect(shown.omissions.byReason[each] ?? 0).toBe(unanswered.filter(({ reason }) => reason === each).length);
      }),
    ));
});

describe('the v2 body', () => {
  it('says of a result that came with the address whether its domain is known or the mailbox, and nothing of others', () => {
    const derived = { method: 'domain_derived', mailboxProvider: true } as const;
    const of = (more: Partial<RecordedOutcome>) => body({ outcomes: [outcome('a', more)] }).results.map(({ basis }) => basis);
    expect(of({ ...derived, basis: 'domain' })).toEqual(['domain']);
    expect(of({ ...derived, basis: 'mailbox' })).toEqual(['mailbox']);
    expect(of({ ...derived, basis: 'mailbox', state: 'not_registered', mailboxProvider: false })).toEqual(['mailbox']);
    expect([...of({}), ...of({ method: 'breach_record' }), ...of({ mailboxProvider: true })]).toEqual([null, null, null]);
  });

  it('of a lookup without anything known has a risk without score and level', () => {
    const nothing = { score: null, level: 'insufficient', confidence: 0, reasons: [] };
    expect(body().risk).toMatchObject(nothing);
    expect(body({ outcomes: [outcome('a', { state: 'inconclusive', reason: 'timeout' })] }).risk).toMatchObject(nothing);
    expect(body({ outcomes: [outcome('a')] }).risk).toMatchObject({
      score: 23,
      level: 'insufficient',
      coverage: { planned: 1, answered: 1, omitted: 0 },
    });
  });

  it('of a deep lookup that nobody answered is small: omissions are counts', () => {
    const slugs = Array.from({ length: 4_000 }, (_, n) => `platform-${n}`);
    const plan = { targets: slugs.map((platform) => ({ platform, subjects: ['email' as const] })), modules: ['footprint' as const] };
    const outcomes = slugs
      .slice(1)
      .map((platform, n) => outcome(platform, { state: 'inconclusive', reason: n % 4 === 0 ? 'timeout' : 'unreachable', seq: n + 1 }));
    const shown = body({ outcomes }, { plan });
    expect(shown).toMatchObject({ platformsChecked: 0, planned: 4_000, answered: 0, omitted: 4_000 });
    expect(shown.omissions).toEqual({ total: 4_000, byReason: { timeout: 1_000, unreachable: 2_999, interrupted: 1 } });
    expect(JSON.stringify(shown).length).toBeLessThan(2_000);
  });

  it('names platforms as people call them, and those that left the catalogue by their slug', () => {
    const [known, gone] = body({ outcomes: [outcome('a'), outcome('gone', { seq: 2 })] }).results;
    expect(known).toMatchObject({ platform: 'a', name: 'Platform A', icon: 'https://a.example.com/icon.png' });
    expect(gone).toMatchObject({ platform: 'gone', name: 'gone', icon: null });
  });

  it('of a v1 lookup names its query as it was sent, and what else it has in normal form', () => {
    expect(body({}, { subjects: { email: 'Ada@example.com', phone: '+12025550123', ip: '192.0.2.1' } }).identities).toEqual([
      { type: 'email', value: 'Ada@EXAMPLE.com', normalized: 'Ada@example.com', suppressed: false },
      { type: 'phone', value: '+12025550123', normalized: '+12025550123', suppressed: false },
      { type: 'ip', value: '192.0.2.1', normalized: '192.0.2.1', suppressed: false },
    ]);
    expect(body({}, { query: '::FFFF:192.0.2.1', queryType: null, subjects: { ip: '192.0.2.1' } }).identities).toEqual([
      { type: 'ip', value: '::FFFF:192.0.2.1', normalized: '192.0.2.1', suppressed: false },
    ]);
  });

  it('explains what was planned and given up once the lookup is finished, and calls it pending before', () => {
    const plan = {
      targets: [
        { platform: 'a', subjects: ['email' as const] },
        { platform: 'b', subjects: ['email' as const] },
      ],
      modules: ['footprint' as const],
    };
    const outcomes = [outcome('a')];
    const finished = body({ outcomes }, { plan });
    expect(finished).toMatchObject({ platformsPending: 0, risk: { coverage: { planned: 2, answered: 1, omitted: 1 } } });
    expect(finished).toMatchObject({ planned: 2, answered: 1, omitted: 1, omissions: { total: 1, byReason: { interrupted: 1 } } });
    const running = body({ outcomes }, { plan, state: 'running', finishedAt: null });
    expect(body({}, { plan: null, state: 'accepted', finishedAt: null })).toMatchObject({
      platformsPending: null,
      planned: null,
      answered: 0,
      omitted: 0,
    });
    expect(running).toMatchObject({
      status: 'processing',
      platformsPending: 1,
      planned: 2,
      omitted: 0,
      omissions: { total: 0, byReason: {} },
      risk: { coverage: { planned: 2, answered: 1, omitted: 0 } },
    });
  });

  it('lets the platform itself speak before its breach and the mailbox', () => {
    const outcomes = [
      outcome('a', { state: 'not_registered' }),
      outcome('a', { method: 'breach_record', seq: 2 }),
      outcome('b', { state: 'inconclusive', reason: 'timeout' }),
      outcome('b', { method: 'breach_record', seq: 2 }),
    ];
    expect(body({ outcomes }).results.map(({ platform, registered, method }) => [platform, registered, method])).toEqual([
      ['a', false, 'public_api'],
      ['b', true, 'breach_record'],
    ]);
    expect(body({ outcomes }).omissions).toEqual({ total: 0, byReason: {} });
  });

  it('keeps derived usernames apart: shown, marked, counted nowhere but for a grain of risk', () => {
    const derived = (['registered', 'inconclusive'] as const).map((state, n) => ({
      handle: 'ada',
      subject: 'email' as const,
      platform: n === 0 ? 'a' : 'b',
      state,
      reason: null,
      method: 'public_api' as const,
      checkedAt: ACCEPTED,
      fromCache: false,
      egress: null,
      evidence: null,
    }));
    const shown = body({ derived });
    expect(shown).toMatchObject({ results: [], hits: [], matches: 0, platformsChecked: 0 });
    expect(shown.derived).toMatchObject([
      { handle: 'ada', identity: { type: 'email' }, platform: 'a', name: 'Platform A', registered: true },
    ]);
    expect(shown.risk?.reasons.map(({ code }) => code)).toEqual(['starting_point', 'derived_handle']);
  });
});

describe('modules in the v2 body', () => {
  const probed = {
    checks: { footprint: false, breaches: false, webMentions: false, email: true },
    subjects: { email: 'ada@example.com', 'email#2': 'bob@example.com' },
  } as const;
  const plan = { targets: [], modules: ['email' as const] };
  const payload = {
    deliverable: false,
    disposable: null,
    freeProvider: null,
    acceptAll: null,
    domainAgeDays: null,
    domainRegisteredAt: null,
  };
  const note = { source: 'smtp', failure: null, tookMs: 12, decidedFields: ['deliverable'], codes: ['no_such_user'] };
  const fact = {
    module: 'email',
    subject: 'email#2',
    seq: 1,
    payload,
    evidence: { notes: [note], mailbox: { provider: 'a', exists: false } },
    checkedAt: ACCEPTED,
  } as const;

  it('are told for each identity, with how every source took part', () => {
    const { email } = body({ modules: [fact] }, { ...probed, plan }).modules;
    expect(email).toMatchObject([
      { identity: { value: 'Ada@EXAMPLE.com' }, state: 'unknown', facts: null, sources: [], provider: null, exists: null },
      { identity: { value: 'bob@example.com' }, state: 'answered', facts: payload, sources: [note], provider: 'a', exists: false },
    ]);
  });

  it('are pending while the lookup runs, and not configured where the plan left them out', () => {
    const running = { ...probed, state: 'running' as const, finishedAt: null };
    const states = (lookup: Partial<LookupSnapshot['lookup']>) => body({}, lookup).modules.email?.map(({ state }) => state);
    expect(states({ ...running, plan })).toEqual(['pending', 'pending']);
    expect(states({ ...running, plan: null })).toEqual(['pending', 'pending']);
    expect(states({ ...probed, plan: { targets: [], modules: [] } })).toEqual(['not_configured', 'not_configured']);
  });

  it('are null for a module that was not run, and hold an empty list for one that found nothing', () => {
    expect(body({}, { checks: { breaches: false, webMentions: false } }).modules).toEqual({
      email: null,
      phone: null,
      ip: null,
      breaches: null,
      webMentions: null,
    });
    const none = { module: 'breaches', subject: 'email', seq: 1, payload: [], evidence: { notes: [] }, checkedAt: ACCEPTED } as const;
    expect(body({ modules: [none] }, { checks: {} }).modules).toMatchObject({ breaches: [{ state: 'answered', facts: [] }], phone: null });
  });

  it('a silent module says why and gives no facts', () => {
    const unanswered = { ...fact, payload: null, evidence: { notes: [{ ...note, failure: 'timeout' as const, decidedFields: [] }] } };
    expect(body({ modules: [unanswered] }, { ...probed, plan }).modules.email?.[1]).toMatchObject({
      state: 'unknown',
      facts: null,
      sources: [{ failure: 'timeout' }],
    });
  });

  it('a finding that is told alone is the one that the body has', () => {
    const { lookup } = snapshotWith({}, { ...probed, plan });
    expect(findingEvent(lookup, fact)).toEqual({
      module: 'email',
      finding: body({ modules: [fact] }, { ...probed, plan }).modules.email?.[1],
    });
    expect(findingEvent(lookup, { ...fact, subject: 'email#5' })).toBeNull();
  });

  it('a mailbox that its provider denies is a warning', () => {
    expect(body({ modules: [{ ...fact, payload: { ...payload, deliverable: null } }] }, { ...probed, plan }).risk?.reasons).toContainEqual(
      expect.objectContaining({ code: 'missing_mailbox', impact: 18 }),
    );
  });
});
