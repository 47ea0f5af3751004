/** Mail domains of which a platform says that every address has an account. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ControlRunner } from '../../../src/engine/controls/control-runner.js';
import { type CachedDomainControl, DomainControls } from '../../../src/engine/controls/domain-controls.js';
import { verifyVerdict } from '../../../src/engine/controls/verify-verdict.js';
import { negativeControlAddress } from '../../../src/engine/controls/negative-control-identities.js';
import type { Control } from '../../../src/engine/controls/control.js';
import type { WithdrawnAnswers } from '../../../src/engine/controls/ports.js';
import type { PlatformProber } from '../../../src/engine/http/prober.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { ruleDigest } from '../../../src/engine/catalogue/rules/revision.js';
import type { InconclusiveReason, Verdict } from '../../../src/engine/evaluation/verdict.js';
import type { RequestClass } from '../../../src/engine/flow/request-class.js';
import { emailRule, evidence, notRegistered as no, platformOf, registered as yes } from '../../support/fixtures.js';

const unclear = (reason: InconclusiveReason): Verdict => ({ state: 'inconclusive', reason, evidence });
const rule: ProbeRule = { ...emailRule, positiveControls: ['press@northwind.example'] };
const platform = platformOf('one', { probes: { email: rule } });
const CATCH_ALL = 'everybody.example.com';

describe('a "registered" at a mail domain', () => {
  let now = new Date('2030-01-01T12:00:00Z');
  let probed: string[] = [];
  let behaviour: (address: string) => Verdict | Promise<Verdict>;
  let controls: ControlRunner;
  let withdrawn: WithdrawnAnswers[] = [];
  const valid = (of = rule): Control => ({
    platform: 'one',
    subject: 'email',
    checkedAt: now,
    latencyMs: 5,
    outcome: { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x', rule: ruleDigest(of) },
  });
  const prober: PlatformProber = {
    probe: async (_, { value }) => {
      probed.push(value);
      return behaviour(value);
    },
  };

  beforeEach(() => {
    probed = [];
    behaviour = (address) => (address.endsWith(`@${CATCH_ALL}`) || address.startsWith('ada@') ? yes : no);
    const backoffs = { backoffs: async () => new Map(), backOff: async () => undefined };
    const cache = new Map<string, CachedDomainControl>();
    withdrawn = [];
    const store = {
      newest: async () => new Map(),
      save: async () => undefined,
      withdraw: async (answers: WithdrawnAnswers) => void withdrawn.push(answers),
    };
    const ports = { prober, backoffs, now: () => now };
    controls = new ControlRunner({
      ...ports,
      store,
      negativeIdentities: { make: () => ({ type: 'email', value: 'negative@outlook.com' }), makeLike: () => null },
      domains: new DomainControls({ ...ports, store, cache, addressAt: negativeControlAddress }),
    });
  });

  async function look(value: string, requestClass: RequestClass = 'wait', control = valid()): Promise<string> {
    const identity = { type: 'email', value } as const;
    const verdict = prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: 1 });
    const stored = { control, readAt: now };
    const actual = await verifyVerdict(controls, {
      platform,
      identity,
      stored,
      verdict,
      sent: Promise.resolve(),
      repeat: () => verdict,
      requestClass,
      now: () => now,
    });
    return actual.state === 'inconclusive' ? actual.reason : actual.state;
  }
  /** Domains of the negative controls that were sent. */
  const controlled = () => probed.filter((address) => !/^(?:ada|bob|eve)@/.test(address)).map((address) => address.split('@')[1]);

  it('where every address exists is omitted, and answered at other domains', async () => {
    expect(await look(`ada@${CATCH_ALL}`)).toBe('catch_all');
    expect(await look(`bob@${CATCH_ALL}`)).toBe('catch_all');
    expect(await look('ada@example.com')).toBe('registered');
    expect(await look('bob@example.com')).toBe('not_registered');
  });

  it('costs one request a platform and domain, also for forty lookups at once, and none for a "no"', async () => {
    const people = Array.from({ length: 40 }, () => look(`ada@${CATCH_ALL}`));
    expect(new Set(await Promise.all(people))).toEqual(new Set(['catch_all']));
    expect(controlled()).toEqual([CATCH_ALL]);
    await look('bob@example.org');
    expect(controlled()).toEqual([CATCH_ALL]);
  });

  it.each(['timeout', 'challenge', 'unrecognised', 'ambiguous', 'busy'] as const)(
    'is omitted when its control is %s: never a guessed "yes"',
    async (reason) => {
      behaviour = (address) => (address.startsWith('ada@') ? yes : unclear(reason));
      expect(await look('ada@example.com')).toBe('uncalibrated');
    },
  );

  it('counts where the rule has no evidence of absence and the control is not recognised', async () => {
    const confirmingRule = { ...rule, absent: undefined };
    const confirming = platformOf('one', { probes: { email: confirmingRule } });
    behaviour = (address) => (address.startsWith('ada@') ? yes : unclear('unrecognised'));
    const identity = { type: 'email', value: 'ada@example.com' } as const;
    const stored = { control: valid(confirmingRule), readAt: now };
    const verdict = Promise.resolve(yes);
    const query = {
      platform: confirming,
      identity,
      stored,
      verdict,
      requestClass: 'wait',
      sent: Promise.resolve(),
      repeat: () => verdict,
      now: () => now,
    } as const;
    expect((await verifyVerdict(controls, query)).state).toBe('registered');
  });

  it('of an instant lookup is controlled beside its probe, of others after it, and a cached control costs nothing', async () => {
    const seen: string[][] = [];
    behaviour = async (address) => {
      if (!address.startsWith('ada@')) return no;
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push(controlled() as string[]);
      return yes;
    };
    await look('ada@a.example.com', 'instant');
    await look('ada@b.example.com', 'wait');
    await look('ada@b.example.com', 'instant');
    expect(seen).toEqual([['a.example.com'], ['a.example.com'], ['a.example.com', 'b.example.com']]);
    expect(controlled()).toEqual(['a.example.com', 'b.example.com']);
  });

  it('of a provider whose addresses a site refuses is omitted, and so is a tag; what passed there counts for a week', async () => {
    const start = now;
    behaviour = (address) => (/@bk\.ru$|\+/.test(address) || address.startsWith('ada') ? yes : no);
    expect(await look('ada@bk.ru')).toBe('catch_all');
    expect(await look('ada@gmail.com')).toBe('registered');
    expect(await look('ada+shop@gmail.com')).toBe('catch_all');
    expect(probed.filter((address) => !address.startsWith('ada')).map((address) => address.replace(/^[^@+]+/, ''))).toEqual([
      '@bk.ru',
      '@gmail.com',
      '+news@gmail.com',
    ]);
    probed = [];
    for (const days of [6, 8]) {
      now = new Date(start.getTime() + days * 86_400_000);
      expect(await look('ada@gmail.com')).toBe('registered');
    }
    expect(controlled()).toEqual(['gmail.com']);
  });

  it('rests on one "no" at the domain for ten addresses there, and what was confirmed since is taken back at a provider', async () => {
    const start = now;
    const minute = (n: number) => (now = new Date(start.getTime() + n * 60_000));
    for (let n = 0; n < 10; n += 1) expect(await look('ada@gmail.com')).toBe('registered');
    expect(controlled()).toEqual(['gmail.com']);
    minute(1);
    expect(await look('bob@gmail.com')).toBe('not_registered');
    behaviour = (address) => (address.endsWith('@gmail.com') ? yes : no);
    for (let n = 2; n < 12; n += 1) {
      minute(n);
      expect(await look('bob@gmail.com')).toBe('registered');
    }
    expect([controlled(), withdrawn]).toEqual([['gmail.com'], []]);
    minute(12);
    expect(await look('bob@gmail.com')).toBe('catch_all');
    const span = { platform: 'one', subject: 'email', state: 'registered' };
    expect(withdrawn).toEqual([{ ...span, since: new Date(start.getTime() + 2 * 60_000), until: now }]);
    minute(80);
    expect(await look('bob@gmail.com')).toBe('catch_all');
    expect(withdrawn).toHaveLength(1);
  });

  it('is one of ten at most that rest on one "no", also of forty at once, and all of them are taken back', async () => {
    const provenAt = now;
    await look('ada@gmail.com');
    now = new Date(now.getTime() + 60_000);
    behaviour = (address) => (address.endsWith('@gmail.com') ? yes : no);
    const found = await Promise.all(Array.from({ length: 40 }, (_, n) => look('bob@gmail.com', n % 2 === 0 ? 'wait' : 'instant')));
    expect(found.filter((each) => each === 'registered')).toHaveLength(10);
    expect(controlled()).toEqual(['gmail.com', 'gmail.com']);
    expect(withdrawn).toEqual([expect.objectContaining({ state: 'registered', since: provenAt })]);
  });

  it('is taken back by a control that fails after one that was blocked, and by none if nothing rested on the last one', async () => {
    const start = now;
    const on = (day: number) => (now = new Date(start.getTime() + day * 86_400_000));
    await look('ada@gmail.com');
    await look('ada@gmx.net');
    on(1);
    await look('ada@gmail.com');
    on(9);
    behaviour = (address) => (address.startsWith('ada@') ? yes : unclear('challenge'));
    expect(await look('ada@gmail.com')).toBe('uncalibrated');
    on(9.5);
    behaviour = () => yes;
    expect([await look('ada@gmail.com'), await look('ada@gmx.net')]).toEqual(['catch_all', 'catch_all']);
    expect(withdrawn).toEqual([expect.objectContaining({ since: new Date(start.getTime() + 86_400_000), until: now })]);
  });

  it('still rests on the "no" before it when a slow one arrives that was asked for earlier', async () => {
    const start = now;
    const minute = (n: number) => (now = new Date(start.getTime() + n * 60_000));
    await look('ada@gmail.com');
    minute(1);
    let answer: (verdict: Verdict) => void = () => undefined;
    behaviour = (address) => (address.startsWith('bob@') ? new Promise<Verdict>((resolve) => (answer = resolve)) : yes);
    const slow = look('bob@gmail.com');
    for (let n = 2; n < 12; n += 1) {
      minute(n);
      await look('eve@gmail.com');
    }
    answer(no);
    expect(await slow).toBe('not_registered');
    expect(controlled()).toEqual(['gmail.com']);
    minute(12);
    expect(await look('eve@gmail.com')).toBe('catch_all');
  });

  it('where every address exists does not show that the platform denies nobody', async () => {
    behaviour = (address) => (/@everybody|^press@/.test(address) ? yes : no);
    const [control, start] = [valid(), now];
    for (let n = 1; n < 12; n += 1) {
      now = new Date(start.getTime() + n * 60_000);
      await look(`bob@${n}.example.org`, 'wait', control);
      await look(`ada@${CATCH_ALL}`, 'wait', control);
    }
    expect(probed).toContain('press@northwind.example');
  });

  it('of a company takes nothing back of others when it turns into a catch-all', async () => {
    for (let n = 0; n < 11; n += 1) {
      await look('ada@example.com');
      now = new Date(now.getTime() + 60_000);
    }
    behaviour = (address) => (address.endsWith('@example.com') ? yes : no);
    expect([await look('ada@example.com'), withdrawn]).toEqual(['catch_all', []]);
  });

  it('is controlled again after hours, a catch-all domain after one, and a control that was not sent at once', async () => {
    const start = now;
    const advanceTo = (hours: number) => (now = new Date(start.getTime() + hours * 3_600_000 + 1));
    await look('ada@example.com');
    await look(`ada@${CATCH_ALL}`);
    advanceTo(1);
    await look('ada@example.com');
    await look(`ada@${CATCH_ALL}`);
    expect(controlled()).toEqual(['example.com', CATCH_ALL, CATCH_ALL]);
    advanceTo(6);
    await look('ada@example.com');
    expect(controlled()).toEqual(['example.com', CATCH_ALL, CATCH_ALL, 'example.com']);
    behaviour = (address) => (address.startsWith('ada@') ? yes : unclear('busy'));
    await look('ada@c.example.com');
    behaviour = (address) => (address.startsWith('ada@') ? yes : no);
    expect(await look('ada@c.example.com')).toBe('registered');
  });
});
