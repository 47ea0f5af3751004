/** Accounts that the operator owns, as positive controls. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ControlRunner } from '../../../src/engine/controls/control-runner.js';
import { type CachedDomainControl, DomainControls } from '../../../src/engine/controls/domain-controls.js';
import { verifyVerdict } from '../../../src/engine/controls/verify-verdict.js';
import { negativeControlAddress } from '../../../src/engine/controls/negative-control-identities.js';
import type { Control } from '../../../src/engine/controls/control.js';
import { type ControlAccountSet, NO_CONTROL_ACCOUNTS } from '../../../src/engine/controls/control-accounts.js';
import type { PlatformProber } from '../../../src/engine/http/prober.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { emailRule, notRegistered as no, platformOf, registered as yes } from '../../support/fixtures.js';

const OWN = 'control@outlook.com';
const OTHER = 'second@outlook.com';
const setOf = (...identities: string[]): ControlAccountSet => ({ identities, digest: identities.join(' ') });

describe('control accounts', () => {
  let queried: string[];
  let existing: Set<string>;
  let accounts: ControlAccountSet;
  /** What this process read some seconds ago, where it is something else. */
  let known: ControlAccountSet | undefined;
  let saved: Control[];
  let controls: ControlRunner;
  let probed: ProbeRule;
  const now = new Date('2030-01-01T12:00:00Z');
  const platform = () => platformOf('one', { probes: { email: probed } });
  const prober: PlatformProber = {
    probe: async (_, { value }) => {
      queried.push(value);
      return existing.has(value) || value.endsWith('@sso.example.com') ? yes : no;
    },
  };
  beforeEach(() => {
    [queried, saved, accounts, probed, known] = [[], [], NO_CONTROL_ACCOUNTS, emailRule, undefined];
    existing = new Set([OWN, OTHER, 'ada@gmail.com']);
    const backoffs = { backoffs: async () => new Map(), backOff: async () => undefined };
    const ports = { prober, backoffs, now: () => now };
    const cache = new Map<string, CachedDomainControl>();
    controls = new ControlRunner({
      ...ports,
      accounts: {
        of: async () => known ?? accounts,
        fresh: async () => {
          known = undefined;
          return accounts;
        },
      },
      store: { newest: async () => new Map(), save: async (control) => void saved.push(control) },
      negativeIdentities: { make: () => ({ type: 'email', value: 'negative@outlook.com' }), makeLike: () => null },
      domains: new DomainControls({ ...ports, cache, addressAt: negativeControlAddress }),
    });
  });

  async function look(value: string): Promise<string> {
    const identity = { type: 'email', value } as const;
    const actual = await verifyVerdict(controls, {
      platform: platform(),
      identity,
      stored: { control: saved.at(-1), readAt: now },
      verdict: prober.probe(platform(), identity, { signal: new AbortController().signal, deadlineMs: 1 }),
      requestClass: 'wait',
      sent: Promise.resolve(),
      repeat: () => prober.probe(platform(), identity, { signal: new AbortController().signal, deadlineMs: 1 }),
      now: () => now,
    });
    return actual.state === 'inconclusive' ? actual.reason : actual.state;
  }

  it('let a rule deny that only confirmed; without one it only confirms', async () => {
    expect([await look('bob@gmail.com'), await look('ada@gmail.com')]).toEqual(['uncalibrated', 'registered']);
    accounts = setOf(OWN);
    expect([await look('bob@gmail.com'), await look('ada@gmail.com')]).toEqual(['not_registered', 'registered']);
  });

  it('are probed before the accounts that the rule names', async () => {
    probed = { ...emailRule, positiveControls: ['press@northwind.example'] };
    accounts = setOf(OWN);
    await controls.run(platform(), 'email', undefined);
    expect(queried).toContain(OWN);
    expect(queried).not.toContain('press@northwind.example');
  });

  it('that were deleted at the platform lead to an omission, never to a "no"; one that is left is enough', async () => {
    accounts = setOf(OWN, OTHER);
    existing.delete(OWN);
    expect(await look('bob@gmail.com')).toBe('not_registered');
    existing.delete(OTHER);
    await controls.run(platform(), 'email', saved.at(-1));
    expect(saved.at(-1)?.outcome.state).toBe('failed');
    expect(await look('bob@gmail.com')).toBe('quarantined');
  });

  it('that were removed take their "no" with them, also from a process that holds the control in memory', async () => {
    accounts = setOf(OWN);
    expect(await look('bob@gmail.com')).toBe('not_registered');
    accounts = NO_CONTROL_ACCOUNTS;
    expect(await look('bob@gmail.com')).toBe('uncalibrated');
    expect(await look('ada@gmail.com')).toBe('registered');
  });

  it('that were removed a moment ago, unknown to this process, neither let a "no" through nor quarantine their platform', async () => {
    known = setOf(OWN);
    expect(await look('bob@gmail.com')).toBe('uncalibrated');
    existing.delete(OTHER);
    known = setOf(OTHER);
    await look('ada@gmail.com'); // omitted: requested before a control failed
    expect(await look('ada@gmail.com')).toBe('registered');
    expect(saved.map(({ outcome }) => [outcome.state, outcome.accounts])).toEqual(saved.map(() => ['passed', undefined]));
  });

  it('that were set a moment ago end a failure of the accounts that the rule names', async () => {
    probed = { ...emailRule, positiveControls: ['press@northwind.example'] };
    known = NO_CONTROL_ACCOUNTS;
    accounts = setOf(OWN);
    await look('bob@gmail.com');
    expect(await look('bob@gmail.com')).toBe('not_registered');
    expect(saved.map(({ outcome }) => outcome.state)).toEqual(['passed']);
  });

  it('at a domain where every address exists show nothing: the rule goes on to confirm only', async () => {
    accounts = setOf('control@sso.example.com');
    expect(await look('bob@gmail.com')).toBe('uncalibrated');
    expect(await look('ada@gmail.com')).toBe('registered');
    accounts = setOf('control@sso.example.com', OWN);
    expect(await look('bob@gmail.com')).toBe('not_registered');
  });

  it('are looked up as any other account', async () => {
    accounts = setOf(OWN);
    expect(await look(OWN)).toBe('registered');
    existing.delete(OTHER);
    expect(await look(OTHER)).toBe('not_registered');
    expect(queried.filter((address) => address === OWN)).toHaveLength(2);
  });

  it('are in nothing that is stored of a control', async () => {
    accounts = { ...setOf(OWN), digest: 'abc' };
    await look(OWN);
    expect(saved.length).toBeGreaterThan(0);
    expect(JSON.stringify(saved)).not.toMatch(/control@|outlook/);
  });
});
