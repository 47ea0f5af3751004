/** What a process keeps of lookups, how it shares it, and how a "no" waits for it; on a moved clock. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredObservation, TrafficStore } from '../../../../src/engine/controls/ports.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { TrafficCalibration } from '../../../../src/engine/controls/traffic-calibration.js';

const HOUR = 3_600_000;
const rule = { request: { method: 'GET', url: 'https://example.com/{email}' }, registered: {}, absent: {} } as unknown as ProbeRule;
const digest = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Keeps everything in memory, with keys as the service's store has them. */
function memoryStore(isSole = false) {
  const rows: StoredObservation[] = [];
  const exchanges: number[] = [];
  const store: TrafficStore & { isDown?: boolean } = {
    async keys(now) {
      if (store.isDown) throw new Error('down');
      const hour = Math.floor(now.getTime() / HOUR);
      const keyOf = (of: number) => ({ hour: of, key: Buffer.from(`key ${of}`) });
      return { isSole, keys: now.getTime() - hour * HOUR < 15 * 60_000 ? [keyOf(hour - 1), keyOf(hour)] : [keyOf(hour)] };
    },
    async exchange(found) {
      if (store.isDown) throw new Error('down');
      exchanges.push(found.length);
      rows.push(...found);
      return { observations: [...rows], cursor: null };
    },
    calibrated: async () => new Set(),
  };
  return { store, rows, exchanges };
}

const open: TrafficCalibration[] = [];
async function process(store: TrafficStore, failures: unknown[] = []) {
  const ports = { store, digest, countryOf: () => null, now: () => new Date(), onFailure: (error: unknown) => void failures.push(error) };
  const traffic = await new TrafficCalibration(ports).follow();
  open.push(traffic);
  return traffic;
}
const subject = (name: string, account: string) =>
  ({ platform: 'example', rule, identity: { type: 'email', value: `${name}@gmail.com` }, account }) as const;
const see = (traffic: TrafficCalibration, name: string, account: string) => traffic.observe(subject(name, account), new Date(), new Date());
const deny = (traffic: TrafficCalibration, more: { isInstant?: boolean; signal?: AbortSignal } = {}) =>
  traffic.decide(subject('nobody', 'a'), { at: new Date(), isInstant: false, signal: new AbortController().signal, ...more });
function seeFive(traffic: TrafficCalibration) {
  for (const account of ['a', 'b', 'c', 'd', 'e']) see(traffic, `of-${account}`, account);
}

beforeEach(() => void vi.useFakeTimers({ now: new Date('2030-01-01T12:30:00Z') }));
afterEach(() => {
  for (const traffic of open.splice(0)) traffic.close();
  vi.useRealTimers();
});

describe('a "no" that traffic may cover', () => {
  it('counts as soon as somebody is seen after it', async () => {
    const traffic = await process(memoryStore().store);
    seeFive(traffic);
    const decided = deny(traffic);
    await vi.advanceTimersByTimeAsync(5_000);
    see(traffic, 'later', 'b');
    expect(await decided).toEqual({ is: 'covered' });
  });

  it('is given up after 30 seconds, at the end of its lookup, and at once for an instant lookup', async () => {
    const traffic = await process(memoryStore().store);
    seeFive(traffic);
    const began = Date.now();
    const decided = deny(traffic);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await decided).toMatchObject({ is: 'uncovered', because: 'no account was seen there after it' });
    expect(Date.now() - began).toBe(40_000);
    const lookup = new AbortController();
    const ended = deny(traffic, { signal: lookup.signal });
    lookup.abort();
    expect(await ended).toMatchObject({ because: 'its lookup ended' });
    expect(await deny(traffic, { isInstant: true })).toMatchObject({ is: 'uncovered' });
    expect(vi.getTimerCount()).toBe(1);
  });

  it('counts by what other processes observed, which an exchange brings', async () => {
    const shared = memoryStore();
    const [one, other] = [await process(shared.store), await process(shared.store)];
    seeFive(other);
    expect(await deny(one)).toMatchObject({ is: 'uncovered' });
    await other.exchange(false);
    await one.exchange(true);
    const decided = deny(one);
    await vi.advanceTimersByTimeAsync(1_000);
    see(other, 'later', 'c');
    await other.exchange(false);
    await one.exchange(true);
    expect(await decided).toEqual({ is: 'covered' });
  });

  it('counts for the only account that uses the service, until another one is seen', async () => {
    const traffic = await process(memoryStore(true).store);
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
      see(traffic, name, 'a');
      await vi.advanceTimersByTimeAsync(1_001);
    }
    expect(await deny(traffic, { isInstant: true })).toEqual({ is: 'covered' });
    see(traffic, 'seven', 'b');
    expect(await deny(traffic, { isInstant: true })).toMatchObject({ is: 'uncovered' });
  });

  it('counts through the change of the key, since observations of its first 15 minutes are stored under both', async () => {
    vi.setSystemTime(new Date('2030-01-01T13:02:00Z'));
    const { store, rows } = memoryStore();
    const traffic = await process(store);
    for (const account of ['a', 'b', 'c', 'd', 'e']) see(traffic, `of-${account}`, account);
    await traffic.exchange(false);
    expect(new Set(rows.map(({ keyHour }) => keyHour % 24))).toEqual(new Set([12, 13]));
    expect(rows).toHaveLength(10);
    vi.setSystemTime(new Date('2030-01-01T13:14:59.900Z'));
    await vi.advanceTimersByTimeAsync(60_000);
    const decided = deny(traffic);
    await vi.advanceTimersByTimeAsync(1_000);
    see(traffic, 'later', 'b');
    expect(await decided).toEqual({ is: 'covered' });
  });
});

describe('what is kept', () => {
  it('names neither an identity nor an account nor a domain, and is other text at each platform', async () => {
    const { store, rows } = memoryStore();
    const traffic = await process(store);
    see(traffic, 'ada', 'acc_1');
    traffic.observe({ ...subject('ada', 'acc_1'), platform: 'other' }, new Date(), new Date());
    await traffic.exchange(false);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/ada|acc_1|gmail/);
    const [one, other] = rows;
    expect(one?.identity).not.toBe(other?.identity);
    expect(one?.account).not.toBe(other?.account);
    expect(one?.location).not.toBe(other?.location);
  });

  it('is nothing where nobody was denied for 15 minutes, neither a control nor anybody', async () => {
    const { store, rows } = memoryStore();
    const traffic = await process(store);
    const old = new Date(Date.now() - 16 * 60_000);
    traffic.observe(subject('ada', 'a'), new Date(), old);
    await deny(traffic);
    traffic.observe(subject('eve', 'b'), new Date(), old);
    await traffic.exchange(false);
    expect(rows).toHaveLength(1);
  });

  it('is one observation a second of an account, and each identity once', async () => {
    const { store, rows } = memoryStore();
    const traffic = await process(store);
    for (let n = 0; n < 50; n++) see(traffic, `person-${n}`, 'a');
    await vi.advanceTimersByTimeAsync(2_000);
    see(traffic, 'person-0', 'a');
    await traffic.exchange(false);
    expect(rows).toHaveLength(1);
  });

  it('is nothing of rules with known accounts, on weak evidence, or about usernames', async () => {
    const { store, exchanges } = memoryStore();
    const traffic = await process(store);
    for (const more of [{ positiveControls: ['a@example.com'] }, { registered: { weakEvidence: true } }, { absent: undefined }])
      traffic.observe({ ...subject('ada', 'a'), rule: { ...rule, ...more } as ProbeRule }, new Date(), new Date());
    traffic.observe({ ...subject('ada', 'a'), identity: { type: 'username', value: 'ada' } }, new Date(), new Date());
    await traffic.exchange(false);
    expect(exchanges).toEqual([0]);
  });

  it('is sent again when the store was away, and nothing is exchanged where there is nothing', async () => {
    const { store, rows, exchanges } = memoryStore();
    const failures: unknown[] = [];
    const traffic = await process(store, failures);
    see(traffic, 'ada', 'a');
    store.isDown = true;
    await traffic.exchange(false);
    store.isDown = false;
    await traffic.exchange(false);
    await traffic.exchange(false);
    expect([failures.length, rows.length, exchanges]).toEqual([1, 1, [0, 1]]);
  });

  it('is forgotten a moment after the 15 minutes for which it counts, until the process ends', async () => {
    const traffic = await process(memoryStore().store);
    seeFive(traffic);
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(traffic.size).toBe(5);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(traffic.size).toBe(0);
    traffic.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not sent again where the store was away until it counts no more', async () => {
    const { store, rows } = memoryStore();
    const traffic = await process(store);
    see(traffic, 'old', 'a');
    store.isDown = true;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    see(traffic, 'young', 'b');
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    await traffic.exchange(false);
    store.isDown = false;
    await traffic.exchange(false);
    expect(rows).toHaveLength(1);
  });

  it('is what the platform took back: an identity that was seen and is denied', async () => {
    const { store, rows } = memoryStore();
    const traffic = await process(store);
    see(traffic, 'nobody', 'b');
    see(traffic, 'ada', 'c');
    await deny(traffic);
    await deny(traffic);
    await traffic.exchange(false);
    const [nobody, , denied, ...more] = rows;
    expect(rows.map(({ state }) => state)).toEqual(['registered', 'registered', 'contradicted']);
    expect([denied?.identity === nobody?.identity, denied?.account === nobody?.account, more]).toEqual([true, false, []]);
  });

  it('is an identity once for each account that looks it up', async () => {
    const { store, rows } = memoryStore();
    const traffic = await process(store);
    for (const account of ['a', 'b', 'b']) {
      see(traffic, 'ada', account);
      await vi.advanceTimersByTimeAsync(1_001);
    }
    await traffic.exchange(false);
    expect(new Set(rows.map(({ account }) => account)).size).toBe(rows.length);
    expect(rows).toHaveLength(2);
  });
});

describe('a "no" that traffic says nothing of', () => {
  it('is one of a rule with accounts that are known', async () => {
    const traffic = await process(memoryStore().store);
    const known = { ...rule, positiveControls: ['a@example.com'] } as ProbeRule;
    const no = { at: new Date(), isInstant: false, signal: new AbortController().signal };
    expect(await traffic.decide({ ...subject('nobody', 'a'), rule: known }, no)).toMatchObject({
      because: 'no account of the rule is known',
    });
  });

  it('is any while the store has never been reached, which is told', async () => {
    const shared = memoryStore();
    shared.store.isDown = true;
    const failures: unknown[] = [];
    const traffic = await process(shared.store, failures);
    seeFive(traffic);
    expect([await deny(traffic), traffic.size]).toEqual([expect.objectContaining({ because: 'it is not known what was observed' }), 0]);
    expect(failures).toHaveLength(2);
  });

  it('is one whose lookup has ended already', async () => {
    const traffic = await process(memoryStore().store);
    seeFive(traffic);
    expect(await deny(traffic, { signal: AbortSignal.abort() })).toMatchObject({ because: 'its lookup ended' });
    expect(vi.getTimerCount()).toBe(1);
  });
});
