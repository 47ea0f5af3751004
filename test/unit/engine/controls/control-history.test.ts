import { describe, expect, it } from 'vitest';
import type { Control, ControlOutcome } from '../../../../src/engine/controls/control.js';
import { withHistory, withLearnt } from '../../../../src/engine/controls/control-history.js';

const DAY = 24 * 3_600_000;
const NOW = new Date('2030-01-20T00:00:00.000Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const passed: ControlOutcome = { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x', rule: 'a' };
const failed: ControlOutcome = { state: 'failed', explanation: 'x', rule: 'a' };
const blocked: ControlOutcome = { state: 'blocked', explanation: 'x', rule: 'a' };
const hourBefore = (outcome: ControlOutcome): Control => ({
  platform: 'one',
  subject: 'username',
  checkedAt: ago(3_600_000),
  latencyMs: null,
  outcome,
});
const outcomeAfter = (outcome: ControlOutcome, before?: ControlOutcome): ControlOutcome =>
  withHistory(outcome, NOW, before && hourBefore(before));

describe('what a control takes over from the one before', () => {
  const learnt = {
    contradictions: [{ at: ago(1_000).toISOString(), kind: 'answer' as const }],
    site: { accountsAt: '', accounts: ['a'], ownAt: '', own: ['b'] },
    capitals: { at: ago(DAY).toISOString(), reads: 'absent' as const },
    forms: { '.': ago(DAY).toISOString() },
  };

  it('is what was learnt of the same rule, and nothing of another one', () => {
    expect(outcomeAfter(passed, { ...blocked, ...learnt })).toEqual({ ...passed, ...learnt });
    expect(outcomeAfter({ ...passed, rule: 'b' }, { ...blocked, ...learnt })).toEqual({ ...passed, rule: 'b' });
  });

  it('is what is known of forms of names, with what the control itself has read of them', () => {
    const read = { '.': NOW.toISOString(), '-': NOW.toISOString() };
    const before = { ...passed, forms: { '.': ago(DAY).toISOString(), _: ago(DAY).toISOString() } };
    expect(outcomeAfter({ ...passed, forms: read }, before).forms).toEqual({ ...read, _: ago(DAY).toISOString() });
  });

  it('is nothing where there was none, or where nothing was learnt: no field is there without a value', () => {
    expect(Object.keys(outcomeAfter(passed))).toEqual(Object.keys(passed));
    expect(Object.keys(outcomeAfter(passed, passed))).toEqual(Object.keys(passed));
    expect(Object.keys(outcomeAfter(blocked, blocked))).toEqual(Object.keys(blocked));
  });

  it('is when one last passed, through any number that did not, until one passes again', () => {
    const passedAt = ago(3_600_000).toISOString();
    expect(outcomeAfter(blocked, passed)).toEqual({ ...blocked, passedAt });
    expect(outcomeAfter(blocked, { ...blocked, passedAt: 'earlier' })).toEqual({ ...blocked, passedAt: 'earlier' });
    expect(outcomeAfter(blocked, blocked)).toEqual(blocked);
    expect(outcomeAfter(passed, { ...blocked, passedAt })).toEqual(passed);
  });
});

describe('a control that a caller has read before', () => {
  const [older, newer] = [ago(2 * DAY), ago(DAY)].map((at) => at.toISOString()) as [string, string];
  const site = (accountsAt: string) => ({ accountsAt, accounts: ['a'], ownAt: older, own: ['b'] });
  const capitals = (at: string) => ({ at, reads: 'absent' as const });
  const learntOf = (given: object, latest?: object, contradictions: Parameters<typeof withLearnt>[2] = []) =>
    withLearnt(hourBefore({ ...passed, ...given }), latest && hourBefore({ ...passed, ...latest }), contradictions).outcome;

  it('has what was learnt of its rule since then', () => {
    const learnt = { site: site(newer), capitals: capitals(newer), forms: { '.': newer } };
    expect(learntOf({}, learnt)).toEqual({ ...passed, ...learnt });
    expect(learntOf({}, {}, [{ at: newer, kind: 'answer' }])).toEqual({ ...passed, contradictions: [{ at: newer, kind: 'answer' }] });
  });

  it('keeps what it knows itself, and the newer pages of the site', () => {
    const own = { site: site(older), capitals: capitals(older), forms: { '.': older, '-': older } };
    const latest = { site: site(newer), capitals: capitals(newer), forms: { '.': newer, _: newer } };
    expect(learntOf(own, latest)).toEqual({ ...passed, ...own, site: site(newer), forms: { '.': older, '-': older, _: newer } });
    expect(learntOf(own)).toEqual({ ...passed, ...own });
  });

  it('stays as it is where nothing was learnt: no field is there without a value', () => {
    for (const latest of [undefined, {}]) expect(Object.keys(learntOf({}, latest))).toEqual(Object.keys(passed));
  });
});

describe('the span in which facts are distrusted', () => {
  const from = ago(DAY).toISOString();

  it('begins with a failure: where a control last passed, or at the beginning of time', () => {
    expect(outcomeAfter(failed, passed).distrusted).toEqual({ from: ago(3_600_000).toISOString() });
    expect(outcomeAfter(failed).distrusted).toEqual({ from: '1970-01-01T00:00:00.000Z' });
    expect(outcomeAfter(failed, { ...failed, distrusted: { from } }).distrusted).toEqual({ from });
  });

  it('goes on through blocked controls, and ends with the next that passes', () => {
    expect(outcomeAfter(blocked, { ...failed, distrusted: { from } }).distrusted).toEqual({ from });
    expect(outcomeAfter(passed, { ...failed, distrusted: { from } }).distrusted).toEqual({ from, until: NOW.toISOString() });
  });

  it('is kept as it was by controls that pass, for the week that facts may be cached and no longer', () => {
    const ended = (until: Date) =>
      outcomeAfter(passed, { ...passed, distrusted: { from: ago(30 * DAY).toISOString(), until: until.toISOString() } });
    const kept = { from: ago(30 * DAY).toISOString(), until: ago(7 * DAY).toISOString() };
    expect(ended(ago(7 * DAY)).distrusted).toEqual(kept);
    expect(ended(ago(7 * DAY + 1))).toEqual(passed);
  });

  it('that ended is one span with a failure within the same week', () => {
    const distrusted = { from, until: ago(3_600_000).toISOString() };
    expect(outcomeAfter(failed, { ...passed, distrusted }).distrusted).toEqual({ from });
  });
});
