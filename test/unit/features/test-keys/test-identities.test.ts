import { describe, expect, it } from 'vitest';
import { selectTargets } from '../../../../src/engine/catalogue/rules/bands.js';
import { mayDeny } from '../../../../src/engine/catalogue/rules/rule-counts.js';
import { negativeControls } from '../../../../src/engine/controls/negative-control-identities.js';
import type { CheckOutcome } from '../../../../src/features/lookups/lookup.js';
import { testSources } from '../../../../src/features/test-keys/fact-sources.js';
import { testOutcome } from '../../../../activities/probes/test-outcome.js';
import {
  isExhausted,
  requireTestIdentities,
  scenarioOf,
  suppressedTestRefs,
  TEST_SCENARIOS,
  type TestScenario,
  type TestScenarioName,
} from '../../../../src/features/test-keys/test-identities.js';
import { LibraryIdentityParser } from '../../../../src/kernel/identity/identity-parser.js';
import { isRoleMailbox } from '../../../../src/kernel/identity/role-mailboxes.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../../../src/kernel/identity/subjects.js';
import { shipped } from '../../../support/shipped-catalogue.js';

const IDENTITIES = Object.entries<TestScenario>(TEST_SCENARIOS).flatMap(([name, { identities }]) =>
  SUBJECT_KINDS.flatMap((kind) => (identities[kind] === undefined ? [] : [[name, kind, identities[kind]] as const])),
);
const RESERVED: Readonly<Record<SubjectKind, RegExp>> = {
  email: /^[a-z.]+@example\.com$/,
  phone: /^\+120255501\d\d$/,
  username: /^[a-z]{6,16}$/,
  ip: /^192\.0\.2\.\d+$/,
};
const { catalogue } = shipped;
const { applicability } = negativeControls(() => []);
const now = new Date('2030-01-01T00:00:00Z');
const budget = { signal: new AbortController().signal, budgetMs: 1_000 };

/** What the platforms of a sweep answer. */
function sweep(name: TestScenarioName, kind: 'email' | 'username', band: 'default' | 'deep'): CheckOutcome[] {
  const value = (TEST_SCENARIOS[name] as TestScenario).identities[kind] ?? '';
  return selectTargets(catalogue.platforms, { [kind]: value }, band, null, undefined, applicability).map(({ platform: slug }) =>
    testOutcome({ platform: catalogue.get(slug), slug, subject: kind, value, scenario: scenarioOf(kind, value), applicability, now }),
  );
}
const statesOf = (outcomes: readonly CheckOutcome[]) => new Set(outcomes.map(({ state }) => state));

describe('the table of test identities', () => {
  it.each(IDENTITIES)('%s: the %s %s is reserved for examples, in normal form, and stands for one scenario', (name, kind, value) => {
    expect(value).toMatch(RESERVED[kind]);
    expect(new LibraryIdentityParser()[kind](value)).toBe(value);
    expect(scenarioOf(kind, value).name).toBe(name);
    if (kind === 'email') expect(isRoleMailbox(value)).toBe(false);
    expect(() => requireTestIdentities([{ subjects: { [kind]: value } }])).not.toThrow();
  });

  it('addresses and names are known in any case', () => {
    expect(scenarioOf('email', 'Everywhere@example.com').name).toBe('everywhere');
    expect(scenarioOf('username', 'NowhereTest').name).toBe('nowhere');
  });

  it.each([
    ['email', 'ada@example.com', 'e-mail address'],
    ['email', 'everywhere+tag@example.com', 'e-mail address'],
    ['email', 'everywhere@example.org', 'e-mail address'],
    ['username', '+12025550101', 'username'],
    ['phone', '+12025550199', 'phone number'],
    ['ip', '192.0.2.1', 'IP address'],
  ])('the %s %s is none: the refusal names its kind and where they are listed, and never the identity', (kind, value, named) => {
    const attempt = () => requireTestIdentities([{ subjects: { email: 'nowhere@example.com' } }, { subjects: { [kind]: value } }]);
    expect(attempt).toThrow(expect.objectContaining({ code: 'unknown_test_identity' }));
    expect(attempt).toThrow(new RegExp(`^items\\.1: the ${named} .*docs/test-keys\\.md`));
    expect(attempt).not.toThrow(value);
  });

  it('an identity that has left the table is asked about nowhere, and shows nothing', async () => {
    const scenario = scenarioOf('username', 'once-listed');
    const outcome = testOutcome({
      platform: catalogue.get('github'),
      slug: 'github',
      subject: 'username',
      value: 'once-listed',
      scenario,
      applicability,
      now,
    });
    expect(outcome.state).toBe('inconclusive');
    expect(await testSources(scenario).breaches?.search({ type: 'username', value: 'once-listed' }, budget)).toMatchObject({ facts: null });
  });

  it('one that stands for a used-up allowance or the suppression list is told by any of several', () => {
    expect(isExhausted({ email: 'nowhere@example.com', 'email#2': 'quota@example.com' })).toBe(true);
    expect(isExhausted({ email: 'nowhere@example.com' })).toBe(false);
    expect(suppressedTestRefs({ email: 'nowhere@example.com', ip: '192.0.2.8' })).toEqual(['ip']);
  });
});

describe('what platforms answer about test identities', () => {
  it.each(['email', 'username'] as const)('whoever is everywhere (%s) is registered on every platform of the default band', (kind) => {
    const outcomes = sweep('everywhere', kind, 'default');
    expect(outcomes.length).toBeGreaterThan(30);
    expect(statesOf(outcomes)).toEqual(new Set(['registered']));
  });

  it('whoever is nowhere is denied where the rule may deny, and omitted where it only ever confirms', () => {
    for (const { platform, state, reason } of sweep('nowhere', 'username', 'deep')) {
      const rule = catalogue.get(platform)?.probes.username;
      if (rule && mayDeny(rule)) expect([platform, state]).toEqual([platform, 'not_registered']);
      else expect([platform, reason]).toEqual([platform, rule?.absent ? 'only_confirms' : 'unrecognised']);
    }
  });

  it('the others: a third each way, all omitted, all unreachable', () => {
    const mixed = sweep('mixed', 'username', 'deep');
    for (const state of ['registered', 'not_registered', 'inconclusive'])
      expect(mixed.filter((each) => each.state === state).length / mixed.length).toBeGreaterThan(0.25);
    expect(statesOf(sweep('omitted', 'username', 'deep'))).toEqual(new Set(['inconclusive']));
    expect(new Set(sweep('omitted', 'username', 'default').map(({ reason }) => reason)).size).toBeGreaterThan(3);
    expect(new Set(sweep('unreachable', 'username', 'default').map(({ reason }) => reason))).toEqual(new Set(['unreachable']));
  });

  it('a profile has the fields that the rule of the platform names, and no other', () => {
    const shown = sweep('everywhere', 'username', 'deep').filter(({ profile }) => profile);
    expect(shown.length).toBeGreaterThan(20);
    for (const { platform, profile } of shown) {
      const rule = catalogue.get(platform)?.probes.username?.profile;
      const { createdYear = undefined, ...fields } = profile ?? {};
      expect(Object.keys(fields).filter((name) => name !== 'pictureUrl' && !(name in (rule ?? {})))).toEqual([]);
      expect(createdYear === undefined).toBe(rule?.createdAt === undefined);
    }
    expect(sweep('everywhere', 'username', 'default').flatMap(({ linkedAccounts = [] }) => linkedAccounts)).toHaveLength(1);
  });

  it('the same identity has the same answers, none of which came through an egress', () => {
    for (const name of Object.keys(TEST_SCENARIOS) as TestScenarioName[]) {
      const outcomes = sweep(name, 'username', 'default');
      expect(sweep(name, 'username', 'default')).toEqual(outcomes);
      expect(outcomes.filter(({ egress, rule, fromCache }) => egress !== null || rule !== undefined || fromCache)).toEqual([]);
    }
  });
});
