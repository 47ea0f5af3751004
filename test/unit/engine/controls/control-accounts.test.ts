import fc from 'fast-check';
import { denialOf } from '../../../../src/engine/catalogue/rules/rule-counts.js';
import { describe, expect, it } from 'vitest';
import { type Control, evaluateControl } from '../../../../src/engine/controls/control.js';
import {
  controlAccountFault,
  EVERY_PLATFORM,
  invalidated,
  mailDomainOf,
  maskIdentity,
  NO_CONTROL_ACCOUNTS,
  planControlAccounts,
  restsOn,
  typeOf,
} from '../../../../src/engine/controls/control-accounts.js';
import { servableFacts } from '../../../../src/features/lookups/servable-facts.js';
import { NO_STATISTICS } from '../../../../src/engine/catalogue/rules/bands.js';
import { ruleDigest } from '../../../../src/engine/catalogue/rules/revision.js';
import type { PlatformStatus } from '../../../../src/engine/catalogue/rules/platform-status.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { Verdict } from '../../../../src/engine/evaluation/verdict.js';
import { QUERY_TYPES } from '../../../../src/kernel/identity/identity.js';
import { emailRule, platformOf } from '../../../support/fixtures.js';

const at = new Date('2030-01-01T12:00:00Z');
const control = (outcome: Control['outcome']): Control => ({ platform: 'one', subject: 'email', checkedAt: at, latencyMs: 1, outcome });

describe('which identities can be control accounts', () => {
  const fault = (
    more: Partial<ProbeRule>,
    value = 'ops@mail.example.com',
    type: 'email' | 'phone' = 'email',
    country: string | null = null,
  ) => controlAccountFault(platformOf('one', { probes: { [type]: { ...emailRule, ...more } } }), { type, value }, () => country);

  it('one that the rule can be asked about, and that it could see', () => {
    expect(fault({})).toBeNull();
    expect(fault({ pattern: '^.+@.+$', scope: { domains: ['mail.example.com'] } })).toBeNull();
    expect(fault({ scope: { countries: ['US'] } }, '+12025550142', 'phone', 'US')).toBeNull();
  });

  it('none without a rule, outside of pattern or scope, or where no account can be seen; the sentence does not hold the identity', () => {
    const actual = [
      controlAccountFault(platformOf('one'), { type: 'email', value: 'ops@mail.example.com' }, () => null),
      fault({ registered: undefined }),
      fault({ pattern: '^[0-9]+@.+$' }),
      fault({ scope: { domains: ['example.org'] } }),
      fault({ scope: { countries: ['DE'] } }, '+12025550142', 'phone', 'US'),
      fault({ scope: { countries: ['DE'] } }, '+12025550142', 'phone'),
    ];
    for (const sentence of actual) expect(sentence).toMatch(/^.+\.$/);
    expect(actual.join(' ')).not.toMatch(/ops|mail\.example|2025550142/);
    expect(new Set(actual).size).toBe(5);
  });
});

it('a scope is named by what it admits: domains of addresses, countries of numbers', () => {
  const scope = { domains: ['example.org'], countries: ['DE'] };
  const fault = (type: 'email' | 'phone', value: string, country: string | null = null) =>
    controlAccountFault(platformOf('one', { probes: { [type]: { ...emailRule, scope } } }), { type, value }, () => country);
  expect(fault('email', 'ops@EXAMPLE.org')).toBeNull();
  expect(fault('email', 'ops@example.com')).toContain('example.org');
  expect(fault('phone', '+4915550100', 'DE')).toBeNull();
  expect(fault('phone', '+15550100', 'US')).toContain('DE');
});

it('the mail domain of an address is what follows its last at sign, in lower case', () => {
  expect(['ada@Example.COM', '"a@b"@example.com'].map(mailDomainOf)).toEqual(['example.com', 'example.com']);
});

it('what stands in place of a platform is the slug of none', () => expect(EVERY_PLATFORM).toMatch(/^[^a-z0-9]+$/));

it('a negative control number is a phone number, and any other control account is what it is', () => {
  expect((['negative_phone', ...QUERY_TYPES] as const).map(typeOf)).toEqual(['phone', ...QUERY_TYPES]);
});

it('a masked identity shows first letters, so that its owner knows which it is', () => {
  expect(maskIdentity({ type: 'email', value: 'ada@Example.com' })).toBe('a…@e…');
  expect(maskIdentity({ type: 'username', value: '😀da' })).toBe('😀…');
  expect(maskIdentity({ type: 'username', value: '' })).toBe('…');
  expect(maskIdentity({ type: 'phone', value: '+15550100' })).toBe('+…');
});

it('a masked identity never holds more of it than two first letters', () => {
  fc.assert(
    fc.property(fc.constantFrom(...QUERY_TYPES), fc.string({ minLength: 2 }), fc.string({ minLength: 2 }), (type, a, b) => {
      const value = type === 'email' ? `${a.replaceAll('@', 'x')}@${b.replaceAll('@', 'x')}` : a;
      expect([...maskIdentity({ type, value }).replaceAll(/[…@+]/g, '')].length).toBeLessThanOrEqual(2);
    }),
  );
});

describe('a change of control accounts', () => {
  it('makes a control not count that rested on another set, also on one that is empty now', () => {
    const passed = { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x' } as const;
    expect(restsOn(control({ ...passed, accounts: 'a' }), { identities: ['x'], digest: 'a' })).toBe(true);
    expect(restsOn(control({ ...passed, accounts: 'a' }), { identities: [], digest: undefined })).toBe(false);
    expect(restsOn(control(passed), { identities: ['x'], digest: 'a' })).toBe(false);
    expect(restsOn(control(passed), NO_CONTROL_ACCOUNTS)).toBe(true);
    expect(NO_CONTROL_ACCOUNTS.identities).toEqual([]);
  });

  it('ends a quarantine, and serves no fact that may stem from the fault', () => {
    const failed = control({ state: 'failed', explanation: 'x', distrusted: { from: at.toISOString() } });
    const after = invalidated(failed);
    const fact = { platform: 'one', subject: 'email' as const, checkedAt: new Date(at.getTime() + 1), rule: ruleDigest(emailRule) };
    const catalogue = { get: () => platformOf('one', { probes: { email: emailRule } }) };
    expect(servableFacts([fact], new Map(), catalogue)).toEqual([fact]);
    expect(after.outcome.state).toBe('blocked');
    for (const each of [failed, after]) expect(servableFacts([fact], new Map([['one:email', each]]), catalogue)).toEqual([]);
  });

  it('keeps when a control last passed, and takes its answers away', () => {
    const passed = control({ state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x', accounts: 'a' });
    expect(invalidated(passed).outcome).toMatchObject({ state: 'blocked', passedAt: at.toISOString() });
    expect(invalidated(passed).outcome.accounts).toBeUndefined();
  });
});

describe('the plan', () => {
  const without = (slug: string, more: Parameters<typeof platformOf>[1] = {}) =>
    platformOf(slug, { probes: { email: emailRule }, ...more });

  it('holds every rule with both sides that names no positive control, and no other', () => {
    const platforms = [
      without('gains'),
      platformOf('named', { probes: { email: { ...emailRule, positiveControls: ['press@northwind.example'] } } }),
      platformOf('confirms', { probes: { email: { ...emailRule, absent: undefined } } }),
      platformOf('denies', { probes: { email: { ...emailRule, registered: undefined } } }),
      without('done'),
    ];
    const planned = planControlAccounts(platforms, new Set(['done:email']), NO_STATISTICS);
    expect(planned.map(({ platform }) => platform)).toEqual(['gains']);
  });

  it('is right about the gain: such a rule may deny with a control account that reads registered, and not without', () => {
    const verdict = (state: 'registered' | 'not_registered'): Verdict => ({
      state,
      evidence: { status: 200, explanation: 'x', host: 'h', latencyMs: 1, requests: 1 },
    });
    expect(denialOf(emailRule)).toBe('with_control_account');
    expect(evaluateControl(emailRule, [], verdict('not_registered'))).toMatchObject({ state: 'passed', mayConfirm: true, mayDeny: false });
    expect(evaluateControl(emailRule, [verdict('registered')], verdict('not_registered'))).toMatchObject({ mayDeny: true });
    expect(evaluateControl(emailRule, [verdict('not_registered')], verdict('not_registered')).state).toBe('failed');
  });

  it('has the smaller band first, then strong platforms, then those that answered most', () => {
    const stats = (answered: number) => ({
      quarantinedUntil: null,
      controlLatencyMs: null,
      stats: { answered, omitted: 0, medianLatencyMs: 900, p90LatencyMs: 900, probedAt: at },
    });
    const statuses = new Map<string, PlatformStatus>([
      ['quiet:email', stats(6)],
      ['busy:email', stats(60)],
      ['without answers:email', { ...stats(0), stats: null }],
    ]);
    const platforms = [
      without('nothing'),
      without('quiet'),
      without('busy'),
      without('strong', { strength: 'strong' }),
      without('instant', { instant: ['email'] }),
      without('instant and strong', { instant: ['email'], strength: 'strong' }),
      without('without answers'),
    ];
    const context = { statuses, disabled: new Set<string>(), instantCeilingMs: 900, now: at };
    const planned = planControlAccounts(platforms, new Set(), context);
    expect(planControlAccounts(platforms.toReversed(), new Set(), context)).toEqual(planned);
    expect(planned.map(({ platform, band }) => `${platform} ${band}`)).toEqual([
      'instant and strong instant',
      'instant instant',
      'strong default',
      'busy deep',
      'quiet deep',
      'nothing deep',
      'without answers deep',
    ]);
  });

  it('names each platform with what an operator needs to make an account there', () => {
    const [entry] = planControlAccounts([without('one', { name: 'One', homepage: 'https://one.example.com' })], new Set(), NO_STATISTICS);
    expect(entry).toEqual({
      platform: 'one',
      name: 'One',
      homepage: 'https://one.example.com',
      queryType: 'email',
      band: 'deep',
      strength: 'standard',
      isSeen: false,
      answered: 0,
    });
  });

  it('has what traffic reaches last', () => {
    const platforms = [without('seen', { instant: ['email'], strength: 'strong' }), without('unseen')];
    const planned = planControlAccounts(platforms, new Set(), NO_STATISTICS, new Set(['seen:email']));
    expect(planned.map(({ platform, isSeen }) => [platform, isSeen])).toEqual([
      ['unseen', false],
      ['seen', true],
    ]);
  });

  it('has equal ones by query type, then by platform, whatever order the catalogue has them in', () => {
    const probes = { username: emailRule, phone: emailRule, email: emailRule };
    const platforms = ['b', 'a', 'c'].map((slug) => platformOf(slug, { probes }));
    const planned = planControlAccounts(platforms, new Set(), NO_STATISTICS);
    const expected = QUERY_TYPES.flatMap((type) => ['a', 'b', 'c'].map((slug) => `${slug}:${type}`));
    expect(planned.map(({ platform, queryType }) => `${platform}:${queryType}`)).toEqual(expected);
  });
});
