import { describe, expect, it } from 'vitest';
import { InstantSize } from '../../../src/engine/flow/instant.js';
import { outcome } from '../../stores/support/record.js';
import { createLookupActivities } from '../../../activities/lookups/lookup.js';
import type { QueryType } from '../../../src/kernel/identity/identity.js';
import type { CheckOutcome, Lookup, LookupPlan } from '../../../src/features/lookups/lookup.js';
import { inconclusiveOutcome } from '../../../src/features/lookups/lookup-summary.js';
import type { PlatformStatus } from '../../../src/engine/catalogue/rules/platform-status.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import { ruleDigest } from '../../../src/engine/catalogue/rules/revision.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { sourcesOf } from '../../support/enrichment.js';
import { lookupOf, platformOf } from '../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const rule: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
};
function platform(slug: string, ...takes: QueryType[]): Platform {
  const probes = Object.fromEntries(takes.map((type) => [type, rule]));
  return platformOf(slug, { strength: 'strong', probes });
}
const PLATFORMS = [platform('both', 'email', 'username'), platform('names', 'username'), platform('emails', 'email')];
/** Platforms whose rules are scoped, and one for whose rule no negative control can be made. */
const SCOPED = [
  platformOf('american', { strength: 'strong', probes: { phone: { ...rule, scope: { countries: ['US'] } }, email: rule } }),
  platformOf('indian', { strength: 'strong', probes: { phone: { ...rule, scope: { countries: ['IN'] } } } }),
  platformOf('provider', { strength: 'strong', probes: { email: { ...rule, scope: { domains: ['example.com'] } } } }),
  platformOf('hopeless', { strength: 'strong', probes: { phone: { ...rule, pattern: '^x$' } } }),
];

const LOOKUP = lookupOf({ query: 'ada', subjects: { email: 'ada@example.com', username: 'ada' }, acceptedAt: NOW });

/** Plans a lookup. @returns the targets that stand, as `platform: subjects`, and what was recorded with the plan */
async function plan(
  options: {
    lookup?: Partial<Lookup>;
    disabled?: readonly string[];
    quarantined?: readonly `${string}:${QueryType}`[];
    slow?: Readonly<Record<string, number>>;
    facts?: readonly CheckOutcome[];
    platforms?: readonly Platform[];
    late?: readonly string[];
    busy?: readonly string[];
    suppressed?: readonly string[];
    most?: number;
    onlyKnown?: boolean;
  } = {},
) {
  const lookup: Lookup = { ...LOOKUP, ...options.lookup };
  const { platforms = PLATFORMS } = options;
  let saved: LookupPlan | null = lookup.plan;
  const recorded: CheckOutcome[] = [];
  const statuses = new Map<string, PlatformStatus>(
    Object.entries(options.slow ?? {}).map(([key, ms]) => [key, { quarantinedUntil: null, controlLatencyMs: ms, stats: null }]),
  );
  for (const key of options.quarantined ?? []) {
    statuses.set(key, { quarantinedUntil: new Date(NOW.getTime() + 1), controlLatencyMs: null, stats: null });
  }
  const activities = createLookupActivities({
    suppressions: { contains: async (_, identities) => identities.map(({ value }) => options.suppressed?.includes(value) ?? false) },
    reader: {
      find: async (id) => (id === lookup.id ? lookup : null),
      snapshot: async () => null,
    },
    writer: {
      savePlan: async (_, wanted) => (saved ??= wanted),
      record: async (_, outcomes) => recorded.push(...outcomes) > 0,
      finish: async () => ({ planned: 0, checked: 0, matches: 0 }),
    },
    catalogue: { platforms, get: (slug) => platforms.find((each) => each.slug === slug) },
    sources: sourcesOf(),
    facts: { reusable: async () => [...(options.facts ?? [])] },
    controlStore: { newest: async () => new Map(), save: async () => undefined },
    statuses: { current: async () => statuses },
    switches: { current: async () => new Set(options.disabled) },
    applicability: { countryOf: (phone) => (phone.startsWith('+1') ? 'US' : null), hasNegativeControl: (each) => each.pattern !== '^x$' },
    instantSize: new InstantSize(options.most ?? 500),
    hasFreeSlot: () => true,
    startsWithin: ({ platform: slug }) => !options.late?.includes(slug),
    hasFailed: () => false,
    instantCeilingMs: 900,
    egress: 'direct',
    now: () => NOW,
  });
  const { shards } = await activities.planLookup({ lookupId: 'lkp_1', busy: options.busy, onlyKnown: options.onlyKnown ?? false });
  const targets = (saved as LookupPlan | null)?.targets ?? [];
  return { shards, targets: targets.map((target) => `${target.platform}: ${target.subjects.join(' ')}`), recorded };
}

describe('planning a lookup', () => {
  it('asks every platform about every subject that it takes', async () => {
    expect(await plan()).toMatchObject({ shards: 1, targets: ['both: email username', 'names: username', 'emails: email'] });
  });

  it('a suspect rule is asked last of all, however slow it is, and by deep lookups alone', async () => {
    const suspect = { ...rule, suspect: 'disabled_elsewhere' as const };
    const platforms = [platformOf('old', { probes: { username: suspect, email: rule }, strength: { email: 'strong' } }), ...PLATFORMS];
    const slow = { 'old:username': 9_000, 'emails:email': 5_000 };
    expect((await plan({ platforms, slow })).targets).toEqual([
      'emails: email',
      'both: email username',
      'names: username',
      'old: email username',
    ]);
    expect((await plan({ platforms, lookup: { band: 'default' } })).targets).not.toContain('old: email username');
    expect((await plan({ platforms, lookup: { band: 'default', subjects: { email: 'ada@example.com' } } })).targets).toContain(
      'old: email',
    );
    expect((await plan({ platforms, lookup: { band: 'default', platforms: ['old'] } })).targets).toEqual(['old: email username']);
  });

  it('an instant lookup omits named platforms that it would ask too late, unless they all are or are known; a band leaves none', async () => {
    const named = { mode: 'instant', band: 'instant', platforms: ['both', 'names', 'emails'] } as const;
    const some = await plan({ lookup: named, late: ['both', 'names'] });
    expect(some.targets).toHaveLength(3);
    expect(some.recorded.map(({ platform: slug, subject, reason }) => `${slug} ${subject}: ${reason}`)).toEqual([
      'both email: busy',
      'both username: busy',
      'names username: busy',
    ]);
    expect((await plan({ lookup: named, late: ['both', 'names', 'emails'] })).recorded).toEqual([]);
    expect((await plan({ lookup: { ...named, mode: 'wait' }, late: ['both'] })).recorded).toEqual([]);
    const given = await plan({ lookup: named, busy: ['both'], late: ['names', 'emails'] });
    expect(given.recorded.map(({ platform: slug }) => slug)).toEqual(['both', 'both']);
    const suppressedOrBand = await plan({ lookup: { ...named, platforms: null }, late: ['both'] });
    expect(suppressedOrBand.recorded).toEqual([]);
  });

  it('an instant lookup asks a slow platform by a deadline that has room for it, and more of them the longer it is', async () => {
    const platforms = [
      platformOf('slow', { instant: ['username'], probes: { username: rule } }),
      platformOf('fast', { instant: ['username'], probes: { username: rule } }),
    ];
    const instant = { mode: 'instant', band: 'instant', subjects: { username: 'ada' } } as const;
    const slow = { 'slow:username': 2_000, 'fast:username': 100 };
    const by = async (deadlineMs: number | null) => (await plan({ platforms, slow, lookup: { ...instant, deadlineMs } })).targets.sort();
    expect(await by(null)).toEqual(['fast: username']);
    expect(await by(900)).toEqual(['fast: username']);
    expect(await by(3_600)).toEqual(['fast: username', 'slow: username']);
    const many = Array.from({ length: 40 }, (_, n) => platformOf(`p${n}`, { instant: ['username'], probes: { username: rule } }));
    const sizes = [];
    for (const deadlineMs of [300, 900, 2_700])
      sizes.push((await plan({ platforms: many, most: 9, lookup: { ...instant, deadlineMs } })).targets.length);
    expect(sizes).toEqual([3, 9, 27]);
  });

  it('leaves out a platform that is in quarantine for all that it would be asked', async () => {
    expect((await plan({ quarantined: ['names:username', 'both:email', 'both:username'] })).targets).toEqual(['emails: email']);
  });

  it('a platform in quarantine for one of two subjects is still asked about both, so that the other cannot deny for both', async () => {
    expect((await plan({ quarantined: ['both:email'] })).targets).toContain('both: email username');
  });

  it('a platform that was asked for by name stays, whatever its controls say', async () => {
    expect((await plan({ lookup: { platforms: ['names'] }, quarantined: ['names:username'] })).targets).toEqual(['names: username']);
  });

  it('what is known of an identity on the suppression list is not served, its profile included', async () => {
    const fact = outcome('names', { subject: 'username', rule: ruleDigest(rule), profile: { displayName: 'Ada Example' } });
    const lookup = { subjects: { username: 'ada' }, platforms: ['names'] };
    expect((await plan({ lookup, facts: [fact] })).recorded).toMatchObject([
      { state: 'registered', profile: { displayName: 'Ada Example' } },
    ]);
    const { recorded } = await plan({ lookup, facts: [fact], suppressed: ['ada'] });
    expect(recorded).toMatchObject([{ platform: 'names', state: 'inconclusive', reason: 'suppressed' }]);
    expect(JSON.stringify(recorded)).not.toContain('Ada Example');
  });

  it('a batch of the mode instant is of the whole instant band, however busy its hosts are', async () => {
    const quick = PLATFORMS.map((each) => ({ ...each, instant: ['email', 'username'] as const }));
    const slow = Object.fromEntries(
      ['both', 'names', 'emails'].flatMap((slug) => [
        [`${slug}:email`, 50],
        [`${slug}:username`, 50],
      ]),
    );
    const late = ['both'];
    const { targets } = await plan({ platforms: quick, slow, late, lookup: { mode: 'batch', band: 'instant' } });
    expect(targets).toHaveLength(3);
  });

  it('a platform that an operator switched off is left out, and serves no facts; one that was asked for by name stays, to be omitted', async () => {
    expect((await plan({ disabled: ['names', 'both'] })).targets).toEqual(['emails: email']);
    const named = { lookup: { platforms: ['names'] }, disabled: ['names'] };
    expect((await plan(named)).targets).toEqual(['names: username']);
    const facts = [outcome('names', { rule: ruleDigest(rule) })];
    expect((await plan({ lookup: { platforms: ['names'] }, facts })).recorded).not.toEqual([]);
    expect((await plan({ ...named, facts })).recorded).toEqual([]);
  });

  it('skips platforms whose scope none of the identities is in, in every band and when they are asked for by name', async () => {
    const targets = async (lookup: Partial<Lookup>) => (await plan({ platforms: SCOPED, lookup })).targets;
    const phone = { subjects: { phone: '+12065550142' } };
    expect(await targets(phone)).toEqual(['american: phone']);
    expect(await targets({ ...phone, band: 'deep' })).toEqual(['american: phone']);
    expect(await targets({ ...phone, platforms: ['american', 'indian', 'provider'] })).toEqual(['american: phone']);
    // No country is determined for it.
    expect(await targets({ subjects: { phone: '+447700800123' } })).toEqual([]);
    expect(await targets({ subjects: { email: 'ada@example.com' } })).toEqual(['american: email', 'provider: email']);
    expect(await targets({ subjects: { email: 'ada@mail.example.com' } })).toEqual(['american: email']);
  });

  it('a platform that one of two identities is in the scope of is planned for both: a "no" about one would be read as one about both', async () => {
    const subjects = { email: 'ada@example.org', phone: '+447700900123' };
    expect((await plan({ platforms: SCOPED, lookup: { subjects } })).targets).toEqual(['american: email phone']);
  });

  it('a rule for which no negative control can be made is in no band, and stays when it was asked for by name', async () => {
    const subjects = { phone: '+12065550142' };
    for (const band of ['default', 'deep'] as const) {
      const { targets } = await plan({ platforms: SCOPED, lookup: { subjects, band } });
      expect(targets.filter((target) => target.startsWith('hopeless'))).toEqual([]);
    }
    expect((await plan({ platforms: SCOPED, lookup: { subjects, platforms: ['hopeless'] } })).targets).toEqual(['hopeless: phone']);
  });

  it('asks the slowest first, also among those that were asked for by name', async () => {
    const slow = { 'names:username': 50, 'both:username': 20, 'both:email': 800, 'emails:email': 3_000 };
    expect((await plan({ slow })).targets).toEqual(['emails: email', 'both: email username', 'names: username']);
    expect((await plan({ slow, lookup: { platforms: ['names', 'emails'] } })).targets).toEqual(['emails: email', 'names: username']);
  });

  it('a second call finds the plan of the first', async () => {
    const stored: LookupPlan = { targets: [{ platform: 'emails', subjects: ['email'] }], modules: ['footprint'] };
    expect((await plan({ lookup: { plan: stored } })).targets).toEqual(['emails: email']);
  });

  it('without a footprint there is nothing to sweep', async () => {
    expect(await plan({ lookup: { checks: { footprint: false } } })).toMatchObject({ shards: 0, targets: [] });
  });

  it('records what is known already, unless it is to be asked afresh', async () => {
    const facts = ['emails', 'both'].map((slug) => ({ ...inconclusiveOutcome(slug, 'email', 'timeout', NOW), rule: ruleDigest(rule) }));
    expect((await plan({ facts })).recorded.map(({ platform: slug }) => slug)).toEqual(['emails']);
    expect((await plan({ facts, lookup: { bypassCache: true } })).recorded).toEqual([]);
  });

  it('an instant lookup has all of its band that is known, whatever its size, and asks fewer others', async () => {
    const many = Array.from({ length: 8 }, (_, n) => platformOf(`p${n}`, { instant: ['username'], probes: { username: rule } }));
    const facts = ['p5', 'p6', 'p7'].map((slug) => outcome(slug, { rule: ruleDigest(rule) }));
    const instant = { mode: 'instant', band: 'instant', subjects: { username: 'ada' } } as const;
    const of = async (most: number, given = facts) => (await plan({ platforms: many, most, facts: given, lookup: instant })).targets;
    const known = ['p5: username', 'p6: username', 'p7: username'];
    expect(await of(2)).toEqual(known);
    const five = await of(5);
    expect([five.length, new Set(five).size, five.filter((target) => known.includes(target))]).toEqual([5, 5, known]);
    expect(await of(2, [])).toHaveLength(2);
  });

  it('plans only what is known where that is all that is wanted', async () => {
    const facts = [outcome('names', { rule: ruleDigest(rule) })];
    const lookup = { subjects: { username: 'ada' } } as const;
    expect((await plan({ lookup, facts, onlyKnown: true })).targets).toEqual(['both: username', 'names: username']);
    for (const none of [
      { facts: [] },
      { facts, lookup: { ...lookup, bypassCache: true } },
      { facts, suppressed: ['ada'] },
      { facts, disabled: ['names'] },
    ])
      expect((await plan({ lookup, ...none, onlyKnown: true })).targets).toEqual([]);
  });

  it('a lookup that is not in the record is not tried again', async () => {
    await expect(plan({ lookup: { id: 'lkp_other' } })).rejects.toMatchObject({ type: 'LookupMissing', nonRetryable: true });
  });
});
