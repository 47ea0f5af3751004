/**
 * A cache in front of a platform: it has the pages of accounts that everybody asks about, controls among them, and says so (`Age`,
 * `X-Cache`). What it shows is of when it got that, and nothing of the platform behind it.
 */
import { describe, expect, it, vi } from 'vitest';
import type { OutboundHttp, OutboundOutcome } from '../../../src/engine/http/types.js';
import { bare, honest, setUp, yes } from '../support/verdict-fixture.js';
import { platformOf } from '../../support/fixtures.js';
import { probingOf } from '../support/probing.js';

const MINUTE = 60_000;
const PLATFORM = platformOf('edge', {
  probes: {
    username: {
      method: 'public_api',
      pattern: '^[a-z0-9]{2,32}$',
      request: { method: 'GET', url: 'https://edge.example/users/{username}' },
      safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'An invented platform of a test.' },
      registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] },
      absent: { status: [404], json: [{ pointer: '/message', equals: 'Not Found' }] },
      positiveControls: ['northwind', 'contoso'],
    },
  },
});

interface Answer {
  readonly isThere: boolean;
  /** What a cache says of itself. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The platform by its real prober and controls. @param answer what is answered about a name now */
function platformThat(answer: (name: string) => Answer) {
  const state = { answer, asked: [] as string[] };
  const transport: OutboundHttp = {
    egressRejected: () => undefined,
    close: async () => undefined,
    stats: () => ({ inFlight: 0, waiting: 0, idleConnections: 0 }),
    send: async ({ url }): Promise<OutboundOutcome> => {
      const name = url.pathname.split('/').at(-1) ?? '';
      state.asked.push(name);
      const { isThere, headers = {} } = state.answer(name);
      const body = JSON.stringify(isThere ? { login: name } : { message: 'Not Found' });
      const response = { status: isThere ? 200 : 404, headers: { 'content-type': 'application/json', ...headers }, body, url: url.href };
      return { ok: true, host: url.host, requests: 1, latencyMs: 1, egress: 'direct', answer: response };
    },
  };
  const probing = probingOf(transport, [PLATFORM]);
  const look = async (username: string) => {
    const [outcome] = await probing.probe('edge', { username });
    if (!outcome) throw new Error('no outcome');
    return outcome;
  };
  return { state, look };
}

const isKnown = (name: string): boolean => /^(?:northwind|contoso)$/.test(name);
const isSomebody = (name: string): boolean => isKnown(name) || /^real\d+$/.test(name);

describe('behind a silent limit whose cache still has the known accounts', () => {
  it.each([
    ['by their age', { age: '40' }],
    ['as a hit within a second', { age: '0', 'x-cache': 'MISS, HIT' }],
    ['as a hit of unknown age', { 'cf-cache-status': 'HIT' }],
  ])('at most ten people are denied who exist (%s)', async (_, headers) => {
    const { state, look } = platformThat((name) => ({ isThere: isSomebody(name) }));
    const { state: first, checkedAt } = await look('real0');
    expect(first).toBe('registered');
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(checkedAt.getTime()));
    state.answer = (name) => (isKnown(name) ? { isThere: true, headers } : { isThere: false });
    let denied = 0;
    for (let n = 1; n <= 40; n += 1) if ((await look(`real${n}`)).state === 'not_registered') denied += 1;
    expect(denied).toBeLessThanOrEqual(10);
  });

  it('a "yes" that the cache gives about somebody else is no proof either', async () => {
    const { state, look } = platformThat((name) => ({ isThere: isSomebody(name) }));
    const { checkedAt } = await look('real0');
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(checkedAt.getTime()));
    const isCached = (name: string): boolean => isKnown(name) || name === 'real0';
    state.answer = (name) => (isCached(name) ? { isThere: true, headers: { age: '3600' } } : { isThere: false });
    let denied = 0;
    for (let n = 1; n <= 40; n += 1) {
      await look('real0');
      if ((await look(`real${n}`)).state === 'not_registered') denied += 1;
    }
    expect(denied).toBeLessThanOrEqual(10);
  });

  it('nobody is left out while another known account is shown by the platform itself', async () => {
    const { state, look } = platformThat((name) =>
      name === 'northwind' ? { isThere: true, headers: { age: '40' } } : { isThere: isSomebody(name) },
    );
    const states = new Set<string>();
    for (let n = 1; n <= 40; n += 1) states.add((await look(`nobody${n}`)).state);
    expect([...states]).toEqual(['not_registered']);
    expect(state.asked).toContain('contoso');
  });
});

describe('an answer that a cache gives', () => {
  const ageOf = ({ checkedAt }: { readonly checkedAt: Date }): number => Date.now() - checkedAt.getTime();
  const given = (isThere: boolean, age: string) =>
    platformThat((name) => (name === 'ada' ? { isThere, headers: { age } } : { isThere: isSomebody(name) }));

  it('was established when the cache got it', async () => {
    for (const isThere of [true, false]) {
      const outcome = await given(isThere, '3600').look('ada');
      expect(outcome.state).toBe(isThere ? 'registered' : 'not_registered');
      expect(ageOf(outcome)).toBeGreaterThanOrEqual(60 * MINUTE);
    }
  });

  it.each([
    ['a "no" of yesterday', false, 25, 'unconfirmed'],
    ['a "yes" of yesterday', true, 25, null],
    ['a "yes" of last week', true, 24 * 8, 'unconfirmed'],
  ])('counts as long as a stored one: %s', async (_, isThere, hours, reason) => {
    expect((await given(isThere, String(hours * 3_600)).look('ada')).reason).toBe(reason);
  });
});

describe('what weak evidence needs', () => {
  const cached = (ageMs: number) => ({ ...yes, ageMs });

  it.each([
    [16, 'unconfirmed'],
    [10, 'not_registered'],
  ])('a "no" beside a known account that the cache got %i minutes ago: %s', async (minutes, expected) => {
    const { look, later } = setUp();
    await look('nobody');
    later(20, (probed) => (isKnown(probed) ? cached(minutes * MINUTE) : honest(probed)));
    expect((await look('nobody')).verdict).toBe(expected);
  });

  it.each(['ada', 'nobody'])('is no repetition that the cache answers (%s)', async (name) => {
    const asked: string[] = [];
    const { look, later } = setUp(bare, 'async', undefined, { isNew: true });
    later(0, (probed) => {
      const isAgain = asked.includes(probed);
      asked.push(probed);
      const verdict = honest(probed);
      return probed === name && isAgain && verdict.state !== 'inconclusive' ? { ...verdict, ageMs: 0 } : verdict;
    });
    expect((await look(name)).verdict).toBe('unconfirmed');
  });
});
