import { describe, expect, it } from 'vitest';
import type { Control } from '../../../../src/engine/controls/control.js';
import { UnprovenAnswers } from '../../../../src/engine/controls/unproven-answers.js';

const control = (outcome: object): Control =>
  ({ platform: 'a', subject: 'username', checkedAt: new Date(1_000), latencyMs: 1, outcome }) as unknown as Control;
const PASSED = control({ state: 'passed' });
const at = (ms: number) => new Date(ms).toISOString();

describe('when a platform last said "yes", and "no",', () => {
  it.each<[title: string, stored: Control, saidYes: number | null, saidNo: number | null]>([
    ['a control that passed', PASSED, 1_000, 1_000],
    ['one whose positive side was asked again', control({ state: 'passed', positiveAt: at(3_000) }), 3_000, 1_000],
    ['the last one that passed, before one that failed', control({ state: 'failed', passedAt: at(500) }), 500, 500],
    ['nothing, where none has passed', control({ state: 'failed' }), null, null],
    ['nothing, though one that was blocked names a positive side', control({ state: 'blocked', positiveAt: at(3_000) }), null, null],
  ])('is told by %s', (_, stored, saidYes, saidNo) => {
    const told = (['not_registered', 'registered'] as const).map((state) => new UnprovenAnswers(state).provenAt(stored)?.getTime() ?? null);
    expect(told).toEqual([saidYes, saidNo]);
  });

  it('is told by the newest answer to this process too', () => {
    const denials = new UnprovenAnswers('not_registered');
    for (const sentAt of [2_000, 1_500]) denials.prove(sentAt);
    expect([denials.provenAt(PASSED), denials.provenAt(control({ state: 'failed' }))]).toEqual([new Date(2_000), new Date(2_000)]);
  });
});

describe('answers of one side that rest on one of the other', () => {
  it('are counted since then, and ten are enough', () => {
    const denials = new UnprovenAnswers('not_registered');
    expect([denials.add(900, PASSED), denials.add(1_000, PASSED), denials.add(1_001, PASSED)]).toEqual([1, 1, 1]);
    const counted = Array.from({ length: 12 }, (_, n) => [denials.isFull(PASSED), denials.add(2_000 + n, PASSED)]);
    expect(counted.map(([isFull]) => isFull).indexOf(true)).toBe(9);
    expect(counted.map(([, number]) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11]);
    denials.prove(2_011);
    expect([denials.isFull(PASSED), denials.add(3_000, PASSED)]).toEqual([false, 1]);
  });

  it('began with the first that is kept, or with the answer that they rest on where they are too many', () => {
    const confirmations = new UnprovenAnswers('registered');
    confirmations.prove(1_000);
    expect(confirmations.firstAt()).toBeNull();
    for (let n = 0; n < 10; n += 1) confirmations.add(2_000 + n);
    expect(confirmations.firstAt()).toEqual(new Date(2_000));
    confirmations.add(2_010);
    expect(confirmations.firstAt()).toEqual(new Date(1_000));
    confirmations.prove(2_005);
    expect(confirmations.firstAt()).toEqual(new Date(2_006));
  });

  it.each([
    [1, 10, true],
    [3, 3, true],
    [10, 1, false], // each "no" would ask for a known account as well
    [40, 1, false],
  ])('are shared by the %d processes of an egress: %d each', (workers, most, isAhead) => {
    const denials = new UnprovenAnswers('not_registered', () => workers);
    expect([denials.isBeyond(most), denials.isBeyond(most + 1)]).toEqual([false, true]);
    expect([most - 1, most, most + 1].map((number) => denials.isLast(number))).toEqual([false, isAhead, false]);
  });
});
