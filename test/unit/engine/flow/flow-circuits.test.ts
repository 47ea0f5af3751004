import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FleetPosition } from '../../../../src/engine/flow/fleet-shares.js';
import { answered, following, harness, settled, timedOut, unreachable } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const unavailable = (isTrialDue: boolean) => ({ refusal: { reason: 'unavailable', isTrialDue } });

/** Another host answers what was sent now: the egress works. */
const elsewhere = async ({ slot }: Pick<ReturnType<typeof harness>, 'slot'>): Promise<void> => {
  await pass(1);
  (await slot({ host: 'b' })).end(answered());
};

describe('a host whose circuit is open', () => {
  it('is asked nothing: who comes and who waits is refused at once', async () => {
    const { flow, acquire, slot } = harness();
    const { order, follow, end } = following();
    const held = [await slot(), await slot()];
    follow('waits', acquire());
    follow('waits longer', acquire());
    for (const one of held) one.end(timedOut);
    await settled();
    expect(order).toEqual(['waits']);
    await elsewhere({ slot });
    await end('waits', timedOut);
    expect(order).toEqual(['waits', 'waits longer: unavailable']);
    expect(await acquire()).toEqual(unavailable(false));
    expect(flow.waiting).toBe(0);
  });

  it('counts as busy while the egress may have failed: until something that was sent later is answered', async () => {
    const { acquire, slot, each } = harness();
    const busy = { refusal: { reason: 'busy', isTrialDue: false } };
    await each(3, timedOut);
    expect(await acquire()).toEqual(busy);
    const early = await slot({ host: 'b' });
    await pass(100);
    early.end(answered());
    expect(await acquire()).toEqual(unavailable(false));
    await each(3, unreachable, { host: 'c' });
    expect(await acquire({ host: 'c' })).toEqual(busy);
    await pass(15_000);
    expect(await acquire({ host: 'c' })).toMatchObject({ refusal: { reason: 'busy', isTrialDue: true } });
    await elsewhere({ slot });
    expect(await acquire({ host: 'c' })).toEqual(unavailable(true));
  });

  it('that another worker has found down counts as busy until this one has been answered by somebody', async () => {
    const { flow, acquire, slot } = harness();
    await elsewhere({ slot });
    flow.lane('a', 'direct')?.adopt({ concurrency: 2, openUntil: Date.now() + 10_000, trips: 1 });
    expect(await acquire()).toMatchObject({ refusal: { reason: 'busy' } });
    await pass(10);
    await elsewhere({ slot });
    expect(await acquire()).toEqual(unavailable(false));
  });

  it('is due for a trial after its time, which passes while others are refused; an answer closes it', async () => {
    const { acquire, slot, each } = harness();
    await each(3, timedOut);
    await elsewhere({ slot });
    await pass(9_998);
    expect(await acquire()).toEqual(unavailable(false));
    await pass(1);
    expect(await acquire()).toEqual(unavailable(true));
    const trial = await slot({ isTrial: true });
    expect(await acquire()).toEqual(unavailable(true));
    trial.end(answered());
    await slot();
  });

  it('is open for longer after a failed trial', async () => {
    const { acquire, each, slot } = harness();
    await each(3, unreachable);
    await pass(10_000);
    await each(1, unreachable, { isTrial: true });
    await elsewhere({ slot });
    await pass(19_998);
    expect(await acquire()).toEqual(unavailable(false));
    await pass(1);
    expect(await acquire()).toEqual(unavailable(true));
  });

  it('gets its trial also from a worker that has no share of its one slot, and no second one meanwhile', async () => {
    let position: FleetPosition = { index: 0, members: 1 };
    const { flow, acquire, slot, each } = harness({ position: () => position });
    await each(3, timedOut);
    await pass(10_000);
    const lane = flow.lane('a', 'direct');
    expect(lane?.limit.concurrency).toBe(1);
    const withoutShare = [0, 1, 2].map((index) => ({ index, members: 3 })).find((each) => lane?.share(each).concurrency === 0);
    position = withoutShare ?? position;
    await slot({ isTrial: true });
    expect(await acquire({ isTrial: true })).toMatchObject({ refusal: { reason: 'busy' } });
  });

  it('is reported when it opens and when it closes', async () => {
    const received: Array<string | null> = [];
    const { each } = harness({
      onChange: ({ circuit, limit }) => received.push(`${circuit.openUntil === null ? 'closed' : 'open'}, ${limit.concurrency}`),
    });
    await each(3, unreachable);
    await pass(10_000);
    await each(1, answered(), { isTrial: true });
    expect([received[0], received.at(-1)?.startsWith('closed')]).toEqual(['open, 2', true]);
  });

  it('was not answering: one that answers slowly, or refuses some of many requests, is never open', async () => {
    const { acquire, slot } = harness();
    const { order, follow } = following();
    for (let n = 0; n < 20; n += 1) {
      const one = await slot();
      await pass(9_000);
      one.end(n % 2 === 0 ? answered(9_000) : { kind: 'answered', latencyMs: 9_500 });
    }
    follow('next', acquire());
    await settled();
    expect(order).toEqual(['next']);
  });

  it('opens for one that refuses even single requests', async () => {
    const { acquire, each } = harness({ host: { maxConcurrency: 1, perSecond: 100 } });
    await each(3, { kind: 'overloaded', latencyMs: 5 });
    expect(await acquire()).toEqual(unavailable(false));
  });
});

describe('an egress through which nothing comes back', () => {
  /** Ten hosts asked through it, of which none answers: nine circuits are open by then. */
  const failing = async (options: Parameters<typeof harness>[0] = {}) => {
    const received: Array<string | null> = [];
    const all = harness({
      onEgress: ({ name, health }) => received.push(`${name} ${health.failedSince === null ? 'works' : 'failed'}`),
      ...options,
    });
    await all.each(1, answered(), { host: 'before' });
    await pass(10);
    for (let n = 0; n < 10; n += 1) await all.each(n < 9 ? 3 : 1, unreachable, { host: `host-${n}` });
    return { ...all, received };
  };

  it('has failed itself: it is reported, and the circuits that it opened are closed', async () => {
    const { flow, received } = await failing();
    expect(received).toEqual(['direct failed']);
    for (const { lanes } of flow.hosts.values()) for (const lane of lanes.values()) expect(lane.circuit.openUntil).toBeNull();
  });

  it('is tried now and then, one request after another, and opens no circuit whatever comes of it', async () => {
    const { flow, acquire, received } = await failing();
    const starts: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      void acquire({ host: `host-${n}` }).then((result) => {
        starts.push(Date.now());
        if ('slot' in result) setTimeout(() => result.slot.end(unreachable), 5);
      });
    }
    await pass(4_000);
    expect(starts.length).toBeGreaterThanOrEqual(4);
    for (const [n, at] of starts.entries()) if (n > 0) expect(at - (starts[n - 1] ?? 0)).toBeGreaterThanOrEqual(500);
    for (const { lanes } of flow.hosts.values()) for (const lane of lanes.values()) expect(lane.circuit.openUntil).toBeNull();
    expect(received).toEqual(['direct failed']);
  });

  it('closes also the circuits that other workers or a stalled request had opened, when it fails and when it works again', async () => {
    const { flow, each } = await failing();
    const stale = flow.lane('stale', 'direct');
    const open = { concurrency: 2, openUntil: Date.now() + 20_000, trips: 1 };
    stale?.adopt(open);
    for (const { health } of flow.egresses) expect(health.failedSince).not.toBeNull();
    await pass(500);
    await each(1, answered(), { host: 'back' });
    expect(stale?.circuit.openUntil).toBeNull();
  });

  it('opens no circuit and lowers no limit by what was sent before it worked again', async () => {
    const { flow, slot, each } = await failing();
    await pass(500);
    const late = await slot({ host: 'late' });
    await pass(500);
    await each(1, answered(), { host: 'back' });
    await pass(9_000);
    late.end(timedOut);
    expect(flow.lane('late', 'direct')).toMatchObject({ limit: { concurrency: 2 }, circuit: { failures: 0 } });
  });

  it('works again with the first answer, and all that wait go at once', async () => {
    const { flow, acquire, received } = await failing();
    let isBack = false;
    const ends = (): 'answered' | 'unreachable' => (isBack ? 'answered' : 'unreachable');
    for (let n = 0; n < 30; n += 1) {
      void acquire({ host: `host-${n}` }).then((result) => {
        if ('slot' in result) setTimeout(() => result.slot.end({ kind: ends(), latencyMs: 5 }), 5);
      });
    }
    await pass(1_500);
    isBack = true;
    await pass(600);
    expect([flow.waiting, received]).toEqual([0, ['direct failed', 'direct works']]);
    await pass(50);
    expect([flow.waiting, flow.inFlight]).toEqual([0, 0]);
  });

  it('leaves its platforms to another egress, and is still tried', async () => {
    const { flow, slot, egresses } = harness({ names: ['one', 'two'] });
    const [one] = egresses;
    for (let n = 0; n < 10; n += 1) one?.health.recordFailure(`host-${n}`, Date.now() - 1_000, Date.now());
    const used: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const taken = await slot({ host: `h${n}`, egressKey: `h${n}` });
      used.push(taken.egress.name);
    }
    expect(used.filter((name) => name === 'one')).toHaveLength(1);
    expect(flow.inFlight).toBe(20);
    await pass(500);
    const later = await Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => (await slot({ host: `l${n}`, egressKey: `l${n}` })).egress.name));
    expect(later.filter((name) => name === 'one')).toHaveLength(1);
  });
});
