import { describe, expect, it } from 'vitest';
import { CircuitTrials } from '../../../activities/probes/health-probes.js';
import type { Identity } from '../../../src/kernel/identity/identity.js';
import type { ProbeLimits } from '../../../src/engine/http/prober.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import { bare, NOBODY, no, probedBy } from '../support/verdict-fixture.js';

const platform = probedBy(bare);

/** Trials whose answers come when a test says so. */
function setUp(options: { claim?: () => Promise<boolean>; identity?: Identity | null; probe?: () => Promise<Verdict> } = {}) {
  const probed: Array<{ readonly identity: Identity; readonly limits: ProbeLimits; readonly answer: (verdict: Verdict) => void }> = [];
  let claims = 0;
  const { identity = { type: 'username', value: 'qxzvbnmk' } } = options;
  const trials = new CircuitTrials({
    prober: {
      probe: (_, who, limits) => options.probe?.() ?? new Promise((answer) => void probed.push({ identity: who, limits, answer })),
    },
    negativeIdentities: { make: () => identity, makeLike: () => null },
    claim: async () => {
      claims += 1;
      return options.claim?.() ?? true;
    },
  });
  return { trials, probed, claims: () => claims };
}

const iteration = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('the trial of a platform whose circuit is due', () => {
  it('asks about an identity that nobody has, past the open circuit, and behind all that wait', async () => {
    const { trials, probed } = setUp();
    trials.begin(platform, 'username');
    await iteration();
    expect(probed).toMatchObject([{ identity: { value: 'qxzvbnmk' }, limits: { isTrial: true, queue: { requestClass: 'calibration' } } }]);
    expect(probed[0]?.limits.queue?.maxWaitMs).toBeLessThan(20_000);
  });

  it('is made once at a time, however many requests find the circuit due, and again afterwards', async () => {
    const { trials, probed, claims } = setUp();
    for (let n = 0; n < 5; n += 1) trials.begin(platform, 'username');
    await iteration();
    for (let n = 0; n < 5; n += 1) trials.begin(platform, 'username');
    await iteration();
    expect([probed.length, claims()]).toEqual([1, 1]);
    probed[0]?.answer(no(NOBODY));
    await iteration();
    trials.begin(platform, 'username');
    await iteration();
    expect(probed).toHaveLength(2);
  });

  it('is made by the worker that reserved it only', async () => {
    const { trials, probed, claims } = setUp({ claim: async () => false });
    trials.begin(platform, 'username');
    await iteration();
    expect([probed.length, claims()]).toEqual([0, 1]);
  });

  it('is not reserved where no identity can be made up, nor for a query type that the platform does not take', async () => {
    const none = setUp({ identity: null });
    none.trials.begin(platform, 'username');
    const other = setUp();
    other.trials.begin(platform, 'email');
    await iteration();
    expect([none.claims(), other.claims(), other.probed.length]).toEqual([0, 0, 0]);
  });

  it.each([
    ['the reservation', { claim: () => Promise.reject(new Error('database away')) }],
    ['the prober', { probe: () => Promise.reject(new Error('fault')) }],
  ])('harms nobody when %s fails, and is tried again', async (_, options) => {
    const { trials, claims } = setUp(options);
    trials.begin(platform, 'username');
    await iteration();
    trials.begin(platform, 'username');
    await iteration();
    expect(claims()).toBe(2);
  });

  it('is preceded by further questions when a platform was waited for in vain: two while it hangs, one when it answers', async () => {
    const { trials, probed, claims } = setUp();
    trials.confirm(platform, 'username');
    trials.confirm(platform, 'username');
    await iteration();
    expect([probed.length, claims()]).toEqual([1, 0]);
    probed[0]?.answer({ ...no(NOBODY), state: 'inconclusive', reason: 'timeout' });
    await iteration();
    expect(probed).toHaveLength(2);
    probed[1]?.answer({ ...no(NOBODY), state: 'inconclusive', reason: 'timeout' });
    await iteration();
    expect(probed).toHaveLength(2);
    trials.confirm(platform, 'username');
    await iteration();
    probed[2]?.answer(no(NOBODY));
    await iteration();
    expect(probed).toHaveLength(3);
  });
});
