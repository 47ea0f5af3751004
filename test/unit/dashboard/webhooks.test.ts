import { describe, expect, it } from 'vitest';
import { deliveryFilterOf, localTime, momentOf } from '../../../src/dashboard/pages/webhooks/delivery-filter.js';
import {
  deliveredText,
  healthOf,
  milliseconds,
  nextAttempt,
  outcomeOf,
  percent,
  pollAfter,
  successRate,
} from '../../../src/dashboard/pages/webhooks/labels.js';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const inMs = (ms: number) => new Date(NOW + ms).toISOString();

describe('words about webhooks', () => {
  it('say 100 % only when nothing failed, and 0 % only when nothing arrived', () => {
    expect(percent(successRate({ delivered: 99_999, failed: 1 }))).toBe('99.9\u00a0%');
    expect(percent(successRate({ delivered: 1, failed: 99_999 }))).toBe('0.1\u00a0%');
    expect(percent(successRate({ delivered: 5, failed: 0 }))).toBe('100\u00a0%');
    expect(deliveredText({ delivered: 8, failed: 0, pending: 0 })).toBe('100\u00a0%');
    // "100 %" alone of a receiver that has been failing for hours would be the opposite of the truth.
    expect(deliveredText({ delivered: 8, failed: 0, pending: 1_043 })).toBe('8 of 1,051, 1,043 pending');
    expect(deliveredText({ delivered: 0, failed: 0, pending: 3 })).toBe('0 of 3, 3 pending');
    expect(percent(successRate({ delivered: 0, failed: 5 }))).toBe('0\u00a0%');
    expect(percent(successRate({ delivered: 0, failed: 0 }))).toBe('–');
  });

  it('give times in the unit that reads best', () => {
    expect([null, 0, 12.4, 999, 1_000, 10_000].map(milliseconds)).toEqual(['–', '0 ms', '12 ms', '999 ms', '1.0 s', '10 s']);
  });

  it('tell an endpoint that is failing from one that was disabled for it, and from one that somebody disabled', () => {
    const endpoint = { state: 'enabled', disabledReason: null, failingSince: null } as unknown as Parameters<typeof healthOf>[0];
    const words = [
      {},
      { failingSince: inMs(-1) },
      { state: 'disabled', disabledReason: 'failing' },
      { state: 'disabled', disabledReason: 'owner' },
    ];
    expect(words.map((more) => healthOf({ ...endpoint, ...more } as typeof endpoint).word)).toEqual([
      'Enabled',
      'Failing',
      'Disabled: failing',
      'Disabled',
    ]);
  });

  it('name what kept an attempt from a status', () => {
    expect(outcomeOf(503, 'status')).toBe('503');
    expect(outcomeOf(null, 'blocked_address')).toBe('blocked address');
  });
});

describe('a delivery that is followed', () => {
  it('has its next attempt as soon as possible where the time of it has passed', () => {
    const [past, future] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    expect([past ?? null, null, future ?? null].map((nextAttemptAt) => nextAttempt({ nextAttemptAt }))).toEqual([null, null, future]);
  });

  it('is read again soon while an attempt is due, seldom while one is far off, and never once it ended', () => {
    expect(pollAfter({ state: 'pending', nextAttemptAt: null }, NOW)).toBe(3_000);
    expect(pollAfter({ state: 'pending', nextAttemptAt: inMs(-5) }, NOW)).toBe(3_000);
    expect(pollAfter({ state: 'pending', nextAttemptAt: inMs(60_000) }, NOW)).toBe(15_000);
    for (const state of ['delivered', 'failed'] as const) expect(pollAfter({ state, nextAttemptAt: null }, NOW)).toBe(false);
  });
});

describe('the filter of deliveries', () => {
  it('takes states, types and times from an address, and nothing else', () => {
    const since = '2026-11-24T10:00:00.000Z';
    expect(deliveryFilterOf({ state: 'failed', type: 'endpoint.test', since, other: 'x' })).toEqual({
      state: 'failed',
      type: 'endpoint.test',
      since,
    });
    expect(deliveryFilterOf({ state: 'ada@example.com', type: 1, since: '2026-99-99T00:00:00Z' })).toEqual({});
  });

  it('holds a time in the reader’s zone, and gives back the same minute', () => {
    expect(momentOf(localTime(new Date(NOW)))).toBe(new Date(NOW).toISOString());
    expect(momentOf('')).toBeUndefined();
  });
});
