import { describe, expect, it } from 'vitest';
import { instantBand } from '../../../../../src/engine/catalogue/rules/bands.js';
import type { PlatformStats, PlatformStatus } from '../../../../../src/engine/catalogue/rules/platform-status.js';
import type { Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { platformOf } from '../../../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const typed: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  registered: { status: [200], json: [{ pointer: '/name', is: 'identity' }] },
  absent: { status: [404], json: [{ pointer: '/error', equals: 'no such user' }] },
};
const page: ProbeRule = { ...typed, method: 'account_enumeration', absent: { status: [404], contains: ['nobody here'] } };
const strong = (rule: ProbeRule, more: Partial<Platform> = {}) =>
  platformOf('one', { strength: 'strong', instant: [], probes: { username: rule }, ...more });

/** Statistics of a platform that answers in two seconds. */
const slow = (more: Partial<PlatformStats> = {}): PlatformStatus => ({
  quarantinedUntil: null,
  controlLatencyMs: null,
  stats: { answered: 40, omitted: 0, medianLatencyMs: 1_900, p90LatencyMs: 2_000, probedAt: NOW, ...more },
});
const isIn = (each: Platform, status: PlatformStatus, instantCeilingMs: number) =>
  instantBand([each], { statuses: new Map([['one:username', status]]), disabled: new Set(), instantCeilingMs, now: NOW }).has(
    'one:username',
  );

describe('a deadline of 3.6 s, not the ceiling, has room for', () => {
  it.each([
    ['a typed interface whose usual answer takes half of it', strong(typed), slow({ medianLatencyMs: 1_700, p90LatencyMs: 9_000 }), true],
    ['a page that nearly always takes two seconds', strong(page), slow(), true],
    ['not a page that takes longer', strong(page), slow({ p90LatencyMs: 3_200 }), false],
    ['nor one by a few answers', strong(page), slow({ answered: 19 }), false],
    ['nor one that leaves a fifth unanswered', strong(page), slow({ omitted: 10 }), false],
    ['nor one that is not strong', strong(page, { strength: 'standard' }), slow(), false],
    [
      'a marked one whose control takes two seconds',
      strong(typed, { instant: ['username'] }),
      { ...slow(), controlLatencyMs: 2_000, stats: null },
      true,
    ],
  ])('%s', (_, each, status, expected) => {
    expect([isIn(each, status, 3_600), isIn(each, status, 900)]).toEqual([expected, false]);
  });

  it('a fast page, which is not asked by a deadline of less than about one and a half seconds', () => {
    const fast = slow({ medianLatencyMs: 100, p90LatencyMs: 200 });
    expect([900, 1_619, 1_620].map((ms) => isIn(strong(page), fast, ms))).toEqual([false, false, true]);
  });
});
