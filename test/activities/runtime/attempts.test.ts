import { ApplicationFailure } from '@temporalio/common';
import { activityInfo } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { DeferrableAttempt, DeferralBacklog } from '../../../activities/probes/deferral.js';
import { type AttemptState, countingAttempts } from '../../../activities/runtime/attempts.js';

const fault = (code: string) => Object.assign(new Error('a fault'), { code });

/** What Temporal does with a part whose attempts throw one after the other, while some end without a word: their worker was killed. */
async function attempts(part: (attempt: number) => unknown, { most = 2_000, isLocal = false } = {}) {
  let details: AttemptState | undefined;
  for (let attempt = 1; attempt <= most; attempt += 1) {
    const env = new MockActivityEnvironment({ attempt, heartbeatDetails: details, isLocal });
    env.on('heartbeat', (state: AttemptState) => (details = state));
    const step = countingAttempts(async () => {
      const thrown = part(attempt);
      if (thrown !== undefined) throw thrown;
    });
    const failure = await env.run(step, undefined).then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null || (failure instanceof ApplicationFailure && failure.nonRetryable)) return { attempt, failure, details };
  }
  return { attempt: most, failure: 'still tried', details };
}

describe('attempts of a part of a lookup', () => {
  it('are 360 in all when it fails by itself', async () => {
    expect(await attempts(() => new Error('a fault of ours'))).toMatchObject({ attempt: 361, failure: { type: 'TooManyAttempts' } });
  });

  it('do not count while our database is away, before or after failures of its own', async () => {
    const away = (attempt: number) => attempt <= 500 || (attempt > 800 && attempt <= 1_000);
    const { attempt, details } = await attempts((each) => (away(each) ? fault('CONNECTION_CLOSED') : new Error('a fault of ours')));
    expect({ attempt, details }).toEqual({ attempt: 700 + 361, details: { outages: 700 } });
  });

  it('count when their worker was killed, which leaves no word', async () => {
    const env = new MockActivityEnvironment({ attempt: 362, heartbeatDetails: { outages: 1 } });
    await expect(
      env.run(
        countingAttempts(async () => undefined),
        undefined,
      ),
    ).rejects.toMatchObject({ type: 'TooManyAttempts' });
  });

  it('are five when the database refuses its data, however long it was away before', async () => {
    const { attempt, failure } = await attempts((each) => fault(each <= 50 ? '57P03' : '22P05'));
    expect({ attempt, failure }).toMatchObject({ attempt: 55, failure: { type: 'RefusedData' } });
  });

  it('do not count when it waits for slots, and what was remembered of that outlasts an outage', async () => {
    const backlog = new DeferralBacklog();
    const seen: number[] = [];
    const { attempt, details } = await attempts(
      (each) => {
        const deferrable = new DeferrableAttempt(1_000 + each, backlog);
        seen.push(deferrable.waitedMs);
        deferrable.end();
        if (each % 2 === 0) return fault('53300');
        try {
          return deferrable.defer(3, 1_000 + each + 7);
        } catch (error) {
          return error;
        }
      },
      { most: 800 },
    );
    expect({ attempt, details }).toEqual({ attempt: 800, details: { deferrals: 400, outages: 400, waitedMs: seen.at(-1) } });
    // Delays besides the seven milliseconds of each attempt, and nothing of the time in between.
    expect(seen.at(-1)).toBeGreaterThan(400 * 507);
  });

  it('of a local activity are left to its retry policy: it has no heartbeats', async () => {
    const result = await attempts(() => (activityInfo().attempt <= 400 ? fault('57P01') : undefined), { isLocal: true });
    expect(result).toEqual({ attempt: 401, failure: null, details: undefined });
  });
});
