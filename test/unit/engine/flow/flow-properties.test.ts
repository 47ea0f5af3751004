import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Slot, SlotResult } from '../../../../src/engine/flow/slots.js';
import { REQUEST_CLASSES } from '../../../../src/engine/flow/request-class.js';
import type { FleetPosition } from '../../../../src/engine/flow/fleet-shares.js';
import { harness } from './support/harness.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const HOSTS = ['a', 'b', 'c'] as const;
const LIMITS = { maxConcurrency: 4, perSecond: 6 };
const TOTAL = 5;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      action: fc.constant('come' as const),
      host: fc.constantFrom(...HOSTS),
      requestClass: fc.constantFrom(...REQUEST_CLASSES),
      account: fc.constantFrom('x', 'y'),
      maxWaitMs: fc.constantFrom(100, 1_000, Number.POSITIVE_INFINITY),
      isSlow: fc.option(fc.boolean(), { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('end' as const),
      kind: fc.constantFrom(
        'answered' as const,
        'answered' as const,
        'overloaded' as const,
        'timeout' as const,
        'unreachable' as const,
        'none' as const,
      ),
      which: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('abort' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('trial' as const), host: fc.constantFrom(...HOSTS) }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('time' as const), ms: fc.constantFrom(1, 50, 400, 3_000, 11_000) }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('fleet' as const), members: fc.integer({ min: 0, max: 3 }) }) },
);

describe('whatever comes, ends, gives up and changes', () => {
  it('limits hold, and nobody is forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), fc.constantFrom(['one'], ['one', 'two']), async (steps, names) => {
        let position: FleetPosition | null = { index: 0, members: 1 };
        const { flow, acquire } = harness({ names, host: LIMITS, total: TOTAL, position: () => position });
        const held: Slot[] = [];
        const callers: AbortController[] = [];
        const starts = new Map<string, number[]>();
        let requested = 0;
        let received = 0;
        const follow = (host: string, request: Promise<SlotResult>): void => {
          requested += 1;
          void request.then((result) => {
            received += 1;
            if ('refusal' in result) return;
            held.push(result.slot);
            const key = `${host} ${result.slot.egress.name}`;
            starts.set(key, [...(starts.get(key) ?? []), Date.now()]);
          });
        };
        for (const next of steps) {
          if (next.action === 'come') {
            const caller = new AbortController();
            callers.push(caller);
            const { host, requestClass, account, maxWaitMs, isSlow } = next;
            follow(host, acquire({ host, egressKey: host, requestClass, fairnessKey: account, maxWaitMs, isSlow, signal: caller.signal }));
          } else if (next.action === 'end')
            held.splice(next.which % Math.max(1, held.length), 1)[0]?.end({ kind: next.kind, latencyMs: 100 });
          else if (next.action === 'abort') callers[next.which % Math.max(1, callers.length)]?.abort();
          else if (next.action === 'trial') follow(next.host, acquire({ host: next.host, egressKey: next.host, isTrial: true }));
          else if (next.action === 'time') await pass(next.ms);
          else {
            position = next.members === 0 ? null : { index: 0, members: next.members };
            flow.serveWaiting();
          }
          await pass(0);
          expect(flow.inFlight).toBe(held.length);
          expect(held.length).toBeLessThanOrEqual(TOTAL);
          expect(received + flow.waiting).toBe(requested);
          for (const { lanes } of flow.hosts.values()) {
            for (const lane of lanes.values()) expect(lane.inFlight).toBeLessThanOrEqual(LIMITS.maxConcurrency);
          }
        }
        for (const times of starts.values()) {
          for (const from of times)
            expect(times.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(LIMITS.perSecond + 1); // and a trial
        }
        position = { index: 0, members: 1 };
        flow.serveWaiting();
        await pass(0);
        for (let round = 0; round < 400 && (flow.waiting > 0 || held.length > 0); round += 1) {
          held.shift()?.end({ kind: 'answered', latencyMs: 100 });
          await pass(held.length > 0 ? 0 : 300);
        }
        expect([flow.inFlight, flow.waiting, received]).toEqual([0, 0, requested]);
      }),
      { numRuns: 150 },
    );
  });

  it('workers that share a host never have more in flight together than its limit, while shares are handed on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ worker: fc.nat({ max: 2 }), ends: fc.boolean() }), { maxLength: 120 }), async (moves) => {
        const workers = [0, 1, 2].map((index) =>
          harness({ host: { maxConcurrency: 5, perSecond: 1_000 }, position: () => ({ index, members: 3 }) }),
        );
        for (const { flow } of workers) flow.lane('a', 'direct')?.adopt({ concurrency: 5, openUntil: null, trips: 0 });
        const held: Slot[][] = [[], [], []];
        for (const { worker, ends } of moves) {
          if (ends) held[worker]?.shift()?.end({ kind: 'none' });
          else
            void workers[worker]
              ?.acquire({ maxWaitMs: 100 })
              .then((result) => ('slot' in result ? held[worker]?.push(result.slot) : undefined));
          await pass(1);
          expect(workers.reduce((sum, { flow }) => sum + flow.inFlight, 0)).toBeLessThanOrEqual(5);
        }
      }),
      { numRuns: 60 },
    );
  });
});
