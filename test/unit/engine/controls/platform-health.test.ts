import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnswerShares,
  type ControlSample,
  failedForAWeek,
  hasJumped,
  healthFigures,
  type HealthRecord,
  shareAlert,
} from '../../../../src/engine/controls/platform-health.js';

const NOW = new Date('2030-01-08T00:00:00Z');
const sample = (state: ControlSample['state'], more: Partial<ControlSample> = {}): ControlSample => ({
  at: NOW.toISOString(),
  state,
  requests: 2,
  answered: 2,
  registered: 1,
  latencyMs: 10,
  rule: 'new',
  ...more,
});
const shares = fc
  .nat({ max: 500 })
  .chain((answered) => fc.nat({ max: answered }).map((registered): AnswerShares => ({ answered, registered })));

describe('a share of "registered" jumps', () => {
  it.each([
    ['when a platform begins to say yes to all', { answered: 200, registered: 20 }, { answered: 20, registered: 20 }, true],
    ['not with too few answers now', { answered: 200, registered: 20 }, { answered: 19, registered: 19 }, false],
    ['not with too few answers before', { answered: 19, registered: 1 }, { answered: 100, registered: 100 }, false],
    ['not where it was high before', { answered: 200, registered: 180 }, { answered: 40, registered: 40 }, false],
    [
      'not by a little, however many answers there are',
      { answered: 9_000, registered: 900 },
      { answered: 9_000, registered: 3_500 },
      false,
    ],
    ['by three tenths exactly', { answered: 1_000, registered: 0 }, { answered: 1_000, registered: 300 }, true],
    ['from twenty answers on', { answered: 20, registered: 2 }, { answered: 20, registered: 20 }, true],
    ['by a little more than four standard deviations', { answered: 50, registered: 5 }, { answered: 20, registered: 11 }, true],
    ['not by a little less than these', { answered: 50, registered: 5 }, { answered: 20, registered: 10 }, false],
    ['not by what few answers differ by', { answered: 50, registered: 10 }, { answered: 20, registered: 11 }, false],
  ])('%s', (_, before, now, expected) => {
    expect(hasJumped(before, now)).toBe(expected);
  });

  it('never when it stays or falls, and then is told once a day at most', () => {
    fc.assert(
      fc.property(shares, shares, (before, now) => {
        const fell = now.registered * before.answered <= before.registered * now.answered;
        expect(fell && hasJumped(before, now)).toBe(false);
        const alert = shareAlert({ before, now, alert: null }, NOW);
        const jump = { at: NOW.toISOString(), now: now.registered / now.answered, before: before.registered / before.answered };
        expect(alert).toEqual(hasJumped(before, now) ? jump : null);
        expect(alert !== null).toBe(hasJumped(before, now));
        if (alert) expect(shareAlert({ before, now, alert }, new Date(NOW.getTime() + 86_399_999))).toBeNull();
        if (alert) expect(shareAlert({ before, now, alert }, new Date(NOW.getTime() + 86_400_000))).not.toBeNull();
      }),
    );
  });
});

describe('a platform is switched off', () => {
  const recordOf = (more: Partial<HealthRecord> = {}): HealthRecord => ({
    egress: 'here',
    platform: 'one',
    queryType: 'username',
    controls: [sample('failed')],
    failingSince: new Date('2030-01-01T00:00:00Z'),
    failures: 10,
    alert: null,
    lookups: null,
    ...more,
  });

  it('when nothing but failures were seen for a week, by any query type and egress pool', () => {
    expect(failedForAWeek([recordOf(), recordOf({ egress: 'there' })], NOW)).toEqual(['one']);
    expect(failedForAWeek([recordOf(), recordOf({ egress: 'there', failingSince: null })], NOW)).toEqual([]);
    expect(failedForAWeek([recordOf(), recordOf({ queryType: 'email', failingSince: null })], NOW)).toEqual([]);
    expect(failedForAWeek([recordOf(), recordOf({ queryType: 'email', controls: [] })], NOW)).toEqual(['one']);
  });

  it('not before the week is over, after few failures, or without a control', () => {
    expect(failedForAWeek([recordOf({ failingSince: new Date('2030-01-01T00:00:01Z') })], NOW)).toEqual([]);
    expect(failedForAWeek([recordOf({ failures: 9 })], NOW)).toEqual([]);
    expect(failedForAWeek([recordOf({ controls: [] })], NOW)).toEqual([]);
  });
});

it('figures of controls are shares of what was asked and answered, and null without any', () => {
  expect(healthFigures([])).toEqual({ controls: 0, passed: 0, failed: 0, answerRate: null, registeredShare: null, medianLatencyMs: null });
  const controls = [
    sample('passed'),
    sample('failed', { registered: 2, latencyMs: 30 }),
    sample('blocked', { answered: 0, registered: 0, latencyMs: null }),
  ];
  expect(healthFigures(controls)).toEqual({
    controls: 3,
    passed: 1,
    failed: 1,
    answerRate: 4 / 6,
    registeredShare: 3 / 4,
    medianLatencyMs: 10,
  });
});
