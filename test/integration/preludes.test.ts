import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { RuleProber } from '../../src/engine/platform-prober.js';
import { requestViolation } from '../../src/engine/catalogue/safety/check-request.js';
import type { Identity } from '../../src/kernel/identity/identity.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { PlatformProber } from '../../src/engine/http/prober.js';
import type { Verdict } from '../../src/engine/evaluation/verdict.js';
import { createOutboundHttp } from '../../src/engine/http/transport.js';
import type { OutboundHttp } from '../../src/engine/http/types.js';
import { FAULTS } from '../../tools/simulator/faults/index.js';
import { generateSites } from '../../tools/simulator/generated-sites.js';
import { startSimulator, type Simulator } from '../../tools/simulator/start-simulator.js';
import { keyValue } from '../../tools/simulator/tokens.js';

const { platforms, samples } = generateSites(11, { kinds: ['preludes', 'keys'] });
const siteOf = (kind: string): Platform => platforms.find(({ tags }) => tags.includes(kind)) as Platform;
const EXPIRES = siteOf('token-expires');
const ROTATES = siteOf('token-rotates');
const BOUND = siteOf('token-bound');
const WITH_PRELUDE = [EXPIRES, ROTATES, BOUND];
const WITHOUT = siteOf('typed-miss');
const KEYS = new Map(['simulator-key', 'simulator-client', 'simulator-secret'].map((name) => [name, keyValue(name)]));

const named = (value: string): Identity => ({ type: 'username', value });
const never = new AbortController().signal;
/** Milliseconds that decide nothing, on however busy a machine. */
const LONG = 60_000;
const within = (deadlineMs: number) => ({ signal: never, deadlineMs });

describe('probes with a prelude', () => {
  let simulator: Simulator;
  let transport: OutboundHttp;
  let prober: PlatformProber;
  let time: number;
  beforeAll(async () => {
    simulator = await startSimulator({
      platforms,
      samples,
      listeners: 4,
      accounts: { people: [{ identities: { username: ['ada'], email: ['ada@example.com'] }, share: 1 }] },
    });
  });
  beforeEach(() => {
    time = 0;
    transport = createOutboundHttp({ proxyUrl: simulator.proxyUrls, caFile: simulator.caFile, perHost: 64, perSecond: 1_000 });
    prober = new RuleProber({ transport, violation: requestViolation, keys: KEYS, now: () => time });
    simulator.resetRequests();
  });
  afterEach(async () => {
    await transport.close();
    simulator.setFault('*', null);
    simulator.tokens.revoke('*');
    for (const { slug } of WITH_PRELUDE) simulator.tokens.setPolicy(slug, null);
  });
  afterAll(() => simulator.close());

  const states = (verdicts: readonly Verdict[]) =>
    verdicts.map((verdict) => (verdict.state === 'inconclusive' ? verdict.reason : verdict.state));

  test.each(WITH_PRELUDE.map((platform) => [platform.tags[1], platform] as const))(
    '%s: both answers, for both kinds of identity',
    async (_, platform) => {
      const identities: Identity[] = [
        named('ada'),
        named('nobody'),
        { type: 'email', value: 'ada@example.com' },
        { type: 'email', value: 'no@example.com' },
      ];
      const verdicts = await Promise.all(identities.map((identity) => prober.probe(platform, identity, within(LONG))));
      expect(states(verdicts)).toEqual(['registered', 'not_registered', 'registered', 'not_registered']);
      expect(verdicts[0]?.evidence.requests).toBe(2);
    },
  );

  test('40 probes at the same time share one prelude', async () => {
    simulator.setLatency('*', { medianMs: 20, sigma: 0 });
    const verdicts = await Promise.all(Array.from({ length: 40 }, (_, n) => prober.probe(ROTATES, named(`nobody${n}`), within(LONG))));
    simulator.setLatency('*', null);
    expect(new Set(states(verdicts))).toEqual(new Set(['not_registered']));
    expect(simulator.requests().preludes).toEqual({ [ROTATES.slug]: 1 });
    expect(simulator.requests().rejected).toEqual({});
  });

  test('a prelude is fetched again when its time has passed, not before', async () => {
    for (const at of [0, 599_000, 601_000]) {
      time = at;
      expect(states([await prober.probe(EXPIRES, named('ada'), within(LONG))])).toEqual(['registered']);
    }
    expect(simulator.requests().preludes).toEqual({ [EXPIRES.slug]: 2 });
  });

  test.each(WITH_PRELUDE.map((platform) => [platform.tags[1], platform] as const))(
    '%s: a rejected token is renewed once, for all that had it',
    async (_, platform) => {
      await prober.probe(platform, named('ada'), within(LONG));
      simulator.tokens.revoke(platform.slug);
      simulator.resetRequests();
      const verdicts = await Promise.all(['ada', 'bob', 'ada.b', 'eve'].map((name) => prober.probe(platform, named(name), within(LONG))));
      expect(states(verdicts)).toEqual(['registered', 'not_registered', 'not_registered', 'not_registered']);
      expect(simulator.requests().preludes).toEqual({ [platform.slug]: 1 });
      expect(simulator.requests().rejected[platform.slug]).toBeGreaterThan(0);
    },
  );

  test('a platform that rejects every token gets two preludes a minute, not one for each probe', async () => {
    simulator.tokens.setPolicy(ROTATES.slug, { lifetimeMs: 0 });
    for (let n = 0; n < 10; n += 1) expect((await prober.probe(ROTATES, named(`ada${n}`), within(LONG))).state).toBe('inconclusive');
    const report = simulator.requests();
    expect(report.preludes[ROTATES.slug]).toBe(2);
    expect(report.byPlatform[ROTATES.slug]).toBe(11);
    time = 61_000;
    await prober.probe(ROTATES, named('ada'), within(LONG));
    expect(simulator.requests().preludes[ROTATES.slug]).toBe(3);
  });

  test('a token that the platform lets expire early is renewed within the probe that meets it', async () => {
    simulator.tokens.setPolicy(EXPIRES.slug, { lifetimeMs: 30 });
    await prober.probe(EXPIRES, named('ada'), within(LONG));
    await new Promise((resolve) => setTimeout(resolve, 60));
    simulator.tokens.setPolicy(EXPIRES.slug, { lifetimeMs: 5_000 });
    simulator.tokens.revoke(EXPIRES.slug);
    const verdict = await prober.probe(EXPIRES, named('ada'), within(LONG));
    expect(verdict).toMatchObject({ state: 'registered', evidence: { requests: 3 } });
  });

  test('a hanging prelude costs its own platform only, and each probe its own time', async () => {
    simulator.setFault(ROTATES.slug, 'prelude_hang');
    const ended: string[] = [];
    const probe = async (name: string, platform: Platform, deadlineMs: number) => {
      const verdict = await prober.probe(platform, named('ada'), within(deadlineMs));
      ended.push(name);
      return verdict;
    };
    const [early, late, other] = await Promise.all([
      probe('early', ROTATES, 300),
      probe('late', ROTATES, 9_000),
      probe('other', BOUND, LONG),
    ]);
    expect(states([early, late, other])).toEqual(['timeout', 'timeout', 'registered']);
    // Nobody waits for the one that has most time.
    expect(ended.at(-1)).toBe('late');
    expect(states([await prober.probe(WITHOUT, named('ada'), within(LONG))])).toEqual(['registered']);
  });

  test('the end of the probe that fetches a prelude does not fail those that wait for it', async () => {
    simulator.setLatency(ROTATES.slug, { medianMs: 1_000, sigma: 0 });
    const leader = new AbortController();
    const first = prober.probe(ROTATES, named('ada'), { signal: leader.signal, deadlineMs: 20_000 });
    const others = ['ada', 'bob'].map((name) => prober.probe(ROTATES, named(name), within(20_000)));
    await vi.waitFor(() => expect(simulator.requests().preludes[ROTATES.slug]).toBe(1), { timeout: 60_000 });
    leader.abort();
    expect(states(await Promise.all([first, ...others]))).toEqual(['interrupted', 'registered', 'not_registered']);
    simulator.setLatency(ROTATES.slug, null);
    expect(simulator.requests().preludes[ROTATES.slug]).toBeLessThanOrEqual(2);
  });

  test('a challenge in place of the prelude omits the platform, and is not kept', async () => {
    for (const platform of WITH_PRELUDE) {
      simulator.setFault(platform.slug, 'prelude_challenge');
      expect(states([await prober.probe(platform, named('ada'), within(LONG))])).toEqual(['challenge']);
      simulator.setFault(platform.slug, null);
      expect(states([await prober.probe(platform, named('ada'), within(LONG))])).toEqual(['registered']);
    }
  });

  test.each(FAULTS.map(({ name, ...fault }) => [name, fault] as const))('%s: no verdict is wrong', async (name, { seenBy, truthKept }) => {
    simulator.setFault('*', name);
    const queries = WITH_PRELUDE.flatMap((platform) => ['ada', 'nobody'].map((value) => ({ platform, value })));
    const verdicts = await Promise.all(queries.map(({ platform, value }) => prober.probe(platform, named(value), within(500))));
    if (seenBy === 'control' && !truthKept) return;
    for (const [index, verdict] of verdicts.entries()) {
      const truth = queries[index]?.value === 'ada' ? 'registered' : 'not_registered';
      expect(['inconclusive', truth]).toContain(verdict.state);
    }
  });

  describe('with keys of an official interface', () => {
    const without = (keys: ReadonlyMap<string, string>) => new RuleProber({ transport, violation: requestViolation, keys });

    test.each(['key-required', 'key-optional', 'key-grant'])('%s: both answers with the keys', async (kind) => {
      const verdicts = await Promise.all(['ada', 'nobody'].map((name) => prober.probe(siteOf(kind), named(name), within(LONG))));
      expect(states(verdicts)).toEqual(['registered', 'not_registered']);
    });

    test('without its keys a rule is skipped or works without, and nothing is sent where it is skipped', async () => {
      const bare = without(new Map());
      const verdicts = await Promise.all(
        ['key-required', 'key-optional', 'key-grant'].map((kind) => bare.probe(siteOf(kind), named('ada'), within(LONG))),
      );
      expect(states(verdicts)).toEqual(['not_applicable', 'registered', 'not_applicable']);
      expect(simulator.requests().total).toBe(1);
    });

    test('a wrong key is an omission, and its value is in no verdict', async () => {
      const wrong = without(new Map([...KEYS.keys()].map((name) => [name, `wrong-value-of-${name}`])));
      const verdicts = await Promise.all(
        ['key-required', 'key-optional', 'key-grant'].map((kind) => wrong.probe(siteOf(kind), named('ada'), within(LONG))),
      );
      expect(states(verdicts)).toEqual(['blocked', 'blocked', 'blocked']);
      expect(JSON.stringify(verdicts)).not.toContain('wrong-value');
    });

    test('an access token is fetched once, and renewed once when it is rejected', async () => {
      const site = siteOf('key-grant');
      await Promise.all(['ada', 'bob', 'eve'].map((name) => prober.probe(site, named(name), within(LONG))));
      expect(simulator.requests().preludes).toEqual({ [site.slug]: 1 });
      simulator.tokens.revoke('*');
      expect(states([await prober.probe(site, named('ada'), within(LONG))])).toEqual(['registered']);
      expect(simulator.requests().preludes).toEqual({ [site.slug]: 2 });
    });
  });
});
