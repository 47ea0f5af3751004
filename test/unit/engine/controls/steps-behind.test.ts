/** What is sent right behind a probe, so that nothing waits for a second round trip. */
import { describe, expect, it } from 'vitest';
import type { Control } from '../../../../src/engine/controls/control.js';
import { needsSitePages } from '../../../../src/engine/controls/site-page-probes.js';
import { stepsBehind } from '../../../../src/engine/controls/verification.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { fingerprintOf } from '../../../../src/engine/evaluation/structure-hashes.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const PAGE = fingerprintOf(new Set([1, 2, 3]));
const rule = (isWeak: boolean, more: Partial<ProbeRule> = {}): ProbeRule => ({
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'a public page' },
  registered: { status: [200], contains: ['class="card"', '{username}'], weakEvidence: isWeak },
  absent: { status: [404], weakEvidence: true },
  positiveControls: ['northwind'],
  ...more,
});
const TYPED = { status: [200], json: [{ pointer: '/name', is: 'identity' as const }] };
const sitePages = (accountsAt: number, ownAt: number, accounts: readonly string[] = [PAGE], own: readonly string[] = [PAGE]) => ({
  site: { accountsAt: ago(accountsAt), accounts, ownAt: ago(ownAt), own },
});
const SLOW = 60_000;
function control(latencyMs: number, more: Partial<Extract<Control['outcome'], { state: 'passed' }>> = {}): Control {
  const outcome = { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x', ...sitePages(1, 1), ...more } as const;
  return { platform: 'one', subject: 'username', checkedAt: NOW, latencyMs, outcome };
}
const REDIRECTS = { rootRedirect: 'https://platform.example.com/', redirects: 4 };
const FAILED: Control = { ...control(SLOW), outcome: { state: 'failed', explanation: 'x' } };

describe('behind a probe', () => {
  it.each<[title: string, of: ProbeRule, stands: Control, full: 'no' | 'yes' | false, steps: readonly string[]]>([
    ['evidence of its own', rule(false), control(1), false, ['form']],
    ['evidence of its own, and pages of the site that are old', rule(false), control(1, { site: undefined }), false, ['pages', 'form']],
    [
      'evidence of its own that no page is compared for',
      rule(false, { positiveControls: [] }),
      control(1, { site: undefined }),
      false,
      ['form'],
    ],
    ['evidence of its own, and enough "no" already', rule(false), control(1), 'no', ['positive_after', 'form']],
    ['evidence of its own, and enough "yes" already', rule(false), control(1), 'yes', ['after', 'form']],
    ['enough "yes" already, and a control that confirms nobody', rule(false), control(1, { mayConfirm: false }), 'yes', ['form']],
    ['weak evidence', rule(true), control(1), false, []],
    ['weak evidence, and enough "no" already', rule(true), control(1), 'no', ['positive_after']],
    ['weak evidence, and enough "yes" already, each of which has steps of its own', rule(true), control(1), 'yes', []],
    ['enough "no" already, and a control that denies nobody', rule(true), control(1, { mayDeny: false }), 'no', []],
    ['weak evidence of a slow platform', rule(true), control(SLOW), false, []],
    ['weak evidence of a slow platform that redirects', rule(true), control(SLOW, REDIRECTS), false, ['positive_behind']],
    ['a control that failed', rule(false), FAILED, 'no', []],
    ['fields that name the account', rule(false, { registered: TYPED }), control(1), false, []],
  ])('of an instant lookup, with %s', (_, of, stands, full, steps) => {
    expect(stepsBehind(of, stands, 'instant', { now: NOW, isFull: { not_registered: full === 'no', registered: full === 'yes' } })).toEqual(
      steps,
    );
  });

  it.each<[title: string, of: ProbeRule, stands: Control, steps: readonly string[]]>([
    ['a quick platform', rule(true), control(1, REDIRECTS), []],
    ['a slow one', rule(true), control(SLOW), ['similar']],
    ['a slow one that redirects', rule(true), control(SLOW, REDIRECTS), ['positive_behind', 'similar']],
    ['a slow one with evidence of its own', rule(false), control(SLOW), []],
    ['a slow one whose control failed', rule(true), FAILED, []],
  ])('of another lookup, to %s', (_, of, stands, steps) => {
    expect(stepsBehind(of, stands, 'async', { now: NOW, isFull: { not_registered: true, registered: false } })).toEqual(steps);
  });
});

describe('pages that a verdict is compared with', () => {
  it.each<[title: string, pages: Parameters<typeof sitePages>, areNeeded: boolean]>([
    ['are there', [1, 1], false],
    ['were read in another way', [1, 1, ['0a1b2c3']], true],
    ['of the site were read in another way', [1, 1, [PAGE], [PAGE, '0a1b2c3']], true],
    ['of accounts could not be had a moment ago', [14, 1, []], false],
    ['of accounts could not be had a quarter of an hour ago', [15, 1, []], true],
    ['of accounts are younger than six hours', [359, 1], false],
    ['of accounts are six hours old', [360, 1], true],
    ['of the site are younger than a day', [1, 1_439], false],
    ['of the site are a day old', [1, 1_440], true],
  ])('that %s are requested as needed', (_, pages, areNeeded) => {
    expect(needsSitePages(control(1, sitePages(...pages)), NOW)).toBe(areNeeded);
  });
});
