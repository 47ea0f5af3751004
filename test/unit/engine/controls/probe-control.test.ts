/** What a control's own probe asks for, and what it holds back afterwards. */
import { describe, expect, it } from 'vitest';
import { isUnsent, probeControl, PROBE_DEADLINE_MS } from '../../../../src/engine/controls/probe-control.js';
import type { Verdict } from '../../../../src/engine/evaluation/verdict.js';
import type { Platform } from '../../../../src/engine/catalogue/rules/platform.js';
import type { QueueTicket } from '../../../../src/engine/flow/request-class.js';

const evidence = { status: null, explanation: '', host: 'example.com', latencyMs: 0, requests: 1 };
const inconclusive = (reason: Extract<Verdict, { state: 'inconclusive' }>['reason'], retryAfterSeconds?: number): Verdict => ({
  state: 'inconclusive',
  reason,
  evidence,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
const QUEUE: QueueTicket = { requestClass: 'controls', fairnessKey: '', maxWaitMs: 1_000 } as unknown as QueueTicket;

async function probed(verdict: Verdict) {
  const pauses: unknown[] = [];
  const asked: unknown[] = [];
  const prober = {
    probe: (...args: unknown[]) => {
      asked.push(args);
      return Promise.resolve(verdict);
    },
  };
  const backoffs = { backOff: async (...args: unknown[]) => void pauses.push(args) };
  const platform = { slug: 'forum' } as Platform;
  const found = await probeControl({ prober, backoffs } as never, platform, { type: 'username', value: 'ada' }, QUEUE);
  return { found, pauses, asked };
}

describe('the probe of a control', () => {
  it("has the time of a lookup's, its own signal and the queue it was given", async () => {
    const { asked, found } = await probed({ state: 'registered', evidence });
    expect(asked).toEqual([
      [
        { slug: 'forum' },
        { type: 'username', value: 'ada' },
        { signal: expect.any(AbortSignal), deadlineMs: PROBE_DEADLINE_MS, queue: QUEUE },
      ],
    ]);
    expect(found.state).toBe('registered');
  });

  it.each([
    ['a pause that the platform asked for is kept', inconclusive('rate_limited', 30), [['forum', 30, 'rate_limited']]],
    ['a pause of no time too', inconclusive('rate_limited', 0), [['forum', 0, 'rate_limited']]],
    ['without one there is none', inconclusive('rate_limited'), []],
    ['nor after an answer', { state: 'registered', evidence, retryAfterSeconds: 5 } as Verdict, []],
  ])('%s', async (_, verdict, expected) => {
    expect((await probed(verdict)).pauses).toEqual(expected);
  });
});

describe('a probe that was not sent', () => {
  it.each(['busy', 'unavailable', 'interrupted', 'disabled'] as const)('is one that ended as %s', (reason) => {
    expect(isUnsent(inconclusive(reason))).toBe(true);
  });

  it('is none that the platform answered or refused', () => {
    expect(isUnsent(inconclusive('blocked'))).toBe(false);
    expect(isUnsent(inconclusive('timeout'))).toBe(false);
    expect(isUnsent({ state: 'registered', evidence, reason: 'busy' } as Verdict)).toBe(false);
  });
});
