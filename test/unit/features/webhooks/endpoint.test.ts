import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateHealth } from '../../../../src/features/webhooks/endpoint.js';

const HOUR = 3_600_000;
const START = new Date('2030-01-01T00:00:00Z');
const later = (hours: number): Date => new Date(START.getTime() + hours * HOUR);
const look = (hours: number, lastFailed: number, warningsSent = 0) =>
  evaluateHealth({ failingSince: START, lastFailedAt: later(lastFailed), warningsSent }, later(hours));

describe('the judgement of a failure clock', () => {
  it.each([
    ['at the first failure', look(0, 0), 'wait', 24],
    ['after 23 hours', look(23, 22.9), 'wait', 24],
    ['after one day', look(24, 23), 'warn', 48],
    ['after one day, warned', look(24.1, 24, 1), 'wait', 48],
    ['after two days', look(48, 47, 1), 'warn', 72],
    ['after 71 hours', look(71, 70, 2), 'wait', 72],
    ['after three days', look(72, 71, 2), 'switch_off', 96],
    ['after three days, without a failure since the first hours', look(72, 2.1, 1), 'wait', 96],
    ['after one day, last failed 22 hours ago', look(24, 2.1), 'warn', 48],
    ['after two days, last failed 46 hours ago', look(48, 2.1, 1), 'wait', 72],
    ['after ten days, with a second failure that day', look(240, 239, 1), 'switch_off', 264],
    ['after two days, when nobody looked after one', look(49, 48, 0), 'warn', 72],
  ] as const)('%s', (_, judgement, step, nextHours) => {
    expect(judgement).toMatchObject({ step, nextCheckAt: later(nextHours) });
  });

  it('is never a step for an endpoint that did not fail in the last 24 hours, and always a look within a day', () => {
    const hours = fc.double({ min: 0, max: 2_000, noNaN: true });
    fc.assert(
      fc.property(hours, hours, fc.integer({ min: 0, max: 2 }), (now, ago, warned) => {
        const lastFailed = Math.max(0, now - ago);
        const judgement = look(now, lastFailed, warned);
        const ahead = (judgement.nextCheckAt.getTime() - later(now).getTime()) / HOUR;
        expect(ahead).toBeGreaterThan(0);
        expect(ahead).toBeLessThanOrEqual(24.001);
        if (now - lastFailed > 24.001) expect(judgement.step).toBe('wait');
        if (now < 71.999) expect(judgement.step).not.toBe('switch_off');
      }),
    );
  });
});
