import { describe, expect, it } from 'vitest';
import {
  type BandContext,
  inDefaultBand,
  instantBand,
  MAX_UNKNOWN,
  selectTargets,
} from '../../../../../src/engine/catalogue/rules/bands.js';
import { QUERY_TYPES } from '../../../../../src/kernel/identity/identity.js';
import type { PlatformStats, PlatformStatus } from '../../../../../src/engine/catalogue/rules/platform-status.js';
import { isStrong, strengthOf, type Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule, Probes } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { platformOf } from '../../../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const typed: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  registered: { status: [200], json: [{ pointer: '/name', is: 'identity' }] },
  absent: { status: [404], json: [{ pointer: '/error', equals: 'no such user' }] },
};
const { absent: _, ...withoutAbsence } = typed;
const platform = (more: Partial<Platform> = {}) =>
  platformOf('one', { strength: 'strong', instant: ['username'], probes: { username: typed }, ...more });
const record = (more: Partial<PlatformStats> = {}): PlatformStats => ({
  answered: 40,
  omitted: 0,
  medianLatencyMs: 100,
  p90LatencyMs: 200,
  probedAt: ago(1_000),
  ...more,
});
const statusWith = (more: Partial<PlatformStatus> = {}): PlatformStatus => ({
  quarantinedUntil: null,
  controlLatencyMs: null,
  stats: null,
  ...more,
});
const evidence = (of: Record<string, PlatformStatus> = {}, instantCeilingMs = 900): BandContext => ({
  statuses: new Map(Object.entries(of)),
  disabled: new Set(),
  instantCeilingMs,
  now: NOW,
});
const instant = (each: Platform, known: PlatformStatus | undefined, ceilingMs = 900) =>
  instantBand([each], evidence(known ? { 'one:username': known } : {}, ceilingMs)).has('one:username');

describe('the instant band', () => {
  it.each([
    ['a marked platform that nothing is known of', undefined, true],
    ['one with a fast record', statusWith({ stats: record() }), true],
    ['one whose median the ceiling can just use', statusWith({ stats: record({ medianLatencyMs: 780 }) }), true],
    ['one whose median is beyond that', statusWith({ stats: record({ medianLatencyMs: 781 }) }), false],
    [
      'one that was slow an hour ago: it is tried again',
      statusWith({ stats: record({ medianLatencyMs: 5_000, probedAt: ago(HOUR) }) }),
      true,
    ],
    ['one that leaves a third unanswered', statusWith({ stats: record({ answered: 20, omitted: 10 }) }), false],
    ['one that never answers', statusWith({ stats: record({ answered: 0, omitted: 9, medianLatencyMs: null }) }), false],
    ['one asked too little to tell', statusWith({ stats: record({ answered: 1, omitted: 3, medianLatencyMs: 9_000 }) }), true],
    ['one without a record whose control was fast', statusWith({ controlLatencyMs: 200 }), true],
    ['one without a record whose control was slow', statusWith({ controlLatencyMs: 2_000 }), false],
    ['one in quarantine', statusWith({ stats: record(), quarantinedUntil: new Date(NOW.getTime() + 1) }), false],
    ['one whose quarantine is over', statusWith({ stats: record(), quarantinedUntil: NOW }), true],
  ])('%s', (_, known, expected) => expect(instant(platform(), known)).toBe(expected));

  it.each([
    ['a strong typed platform earns a place by its record', platform({ instant: [] }), record(), true],
    ['not by a record that is merely in time', platform({ instant: [] }), record({ medianLatencyMs: 500 }), false],
    ['nor by a few answers', platform({ instant: [] }), record({ answered: 19 }), false],
    ['nor one of the thousands that nobody chose', platform({ instant: [], strength: 'standard' }), record(), false],
    [
      'nor a page without types',
      platform({ instant: [], probes: { username: { ...typed, absent: { status: [404], contains: ['nobody here'] } } } }),
      record(),
      false,
    ],
    [
      'nor an availability check',
      platform({ instant: [], probes: { username: { ...typed, method: 'account_enumeration' } } }),
      record(),
      false,
    ],
  ])('%s', (_, each, known, expected) => expect(instant(each, statusWith({ stats: known }))).toBe(expected));

  it('takes a bounded number of platforms that nothing is known of, strong ones first', () => {
    const many = Array.from({ length: 2 * MAX_UNKNOWN }, (_, n) =>
      platform({ slug: `p${n}`, strength: n % 2 === 0 ? 'standard' : 'strong' }),
    );
    const band = instantBand(many, evidence());
    expect(band.size).toBe(MAX_UNKNOWN);
    expect(many.filter(({ slug, strength }) => strength === 'strong' && !band.has(`${slug}:username`))).toEqual([]);
    // What is known of one makes room for another.
    expect(instantBand(many, evidence({ 'p1:username': statusWith({ stats: record() }) })).size).toBe(MAX_UNKNOWN + 1);
  });
});

const SEEN = { documented: 'https://platform.example.com/docs' };
const own = (probes: Probes = { username: typed }, seen: Platform['sampleOrigins'] = { username: { registered: SEEN, absent: SEEN } }) =>
  platform({ strength: 'standard', ownFile: true, probes, sampleOrigins: seen });

describe('the default band', () => {
  it.each([
    ['a strong platform that nothing is known of', platform(), undefined, true],
    ['a slow one', platform(), record({ medianLatencyMs: 8_000 }), true],
    ['one that answers every second time', platform(), record({ answered: 20, omitted: 20 }), true],
    ['one that rarely answers', platform(), record({ answered: 19, omitted: 21 }), false],
    [
      'one that rarely answered an hour ago: it is tried again',
      platform(),
      record({ answered: 0, omitted: 40, probedAt: ago(HOUR) }),
      true,
    ],
    ['a standard one of many sites', platform({ strength: 'standard' }), record(), false],
    ['a standard one with a file of its own earns a place by its record', own(), record(), true],
    ['and keeps it while a lookup needs it once a day', own(), record({ probedAt: ago(24 * HOUR - 1) }), true],
    ['not after a day without any', own(), record({ probedAt: ago(24 * HOUR) }), false],
    ['nor by a few answers', own(), record({ answered: 19 }), false],
    ['nor when one check in nine is omitted', own(), record({ answered: 40, omitted: 5 }), false],
    ['nor when nine of ten checks take longer than three seconds', own(), record({ p90LatencyMs: 3_001 }), false],
    ['nor without any time', own(), record({ p90LatencyMs: null }), false],
    ['nor on the word of other tools alone', own(undefined, {}), record(), false],
    ['nor where one of its sides rests on that', own(undefined, { username: { registered: SEEN } }), record(), false],
    ['not of a side that it never says', own({ username: withoutAbsence }, { username: { registered: SEEN } }), record(), true],
    ['or a control asks about a known account', own({ username: { ...typed, positiveControls: ['example-org'] } }, {}), record(), true],
    ['nor on weak evidence', own({ username: { ...typed, absent: { status: [404], weakEvidence: true } } }), record(), false],
  ])('%s', (_, each, known, expected) =>
    expect(inDefaultBand(each, 'username', evidence(known ? { 'one:username': statusWith({ stats: known }) } : {}))).toBe(expected),
  );
});

describe('strength by query type', () => {
  const both: Probes = { username: typed, email: typed };
  const mixed = platform({ strength: { email: 'strong' }, instant: [], probes: both, ownFile: true });

  it('puts a platform into the default band of that type alone', () => {
    expect(inDefaultBand(mixed, 'email', evidence())).toBe(true);
    expect(inDefaultBand(mixed, 'username', evidence())).toBe(false);
    expect(selectTargets([mixed], { username: 'somebody' }, 'default', null)).toEqual([]);
    // Asked for both or not at all: an answer for one would be read as one for the platform.
    expect(selectTargets([mixed], { username: 'somebody', email: 'x@example.com' }, 'default', null)).toEqual([
      { platform: 'one', subjects: ['email', 'username'] },
    ]);
  });

  it('decides the instant band by type as well', () => {
    const known = { 'one:email': statusWith({ stats: record() }), 'one:username': statusWith({ stats: record() }) };
    expect([...instantBand([mixed], evidence(known))]).toEqual(['one:email']);
  });

  it('a type that a file does not name is standard', () => {
    expect(QUERY_TYPES.map((type) => strengthOf(mixed, type))).toEqual(['strong', 'standard', 'standard']);
    expect([isStrong(mixed), isStrong(platform({ strength: { phone: 'strong' } }))]).toEqual([true, false]);
  });
});
