/** Faults of a second or two: over by the time that somebody looks again, but the answer was given while they lasted. */
import { describe, expect, it } from 'vitest';
import type { Control } from '../../../src/engine/controls/control.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import { bare, type Behaviour, everybodyThere, honest, no, NOBODY, setUp, yes } from '../support/verdict-fixture.js';

/** Evidence of its own on both sides: no verdict needs a recent control. */
const typed: ProbeRule = {
  ...bare,
  registered: { status: [200], contains: ['profile of {username}'] },
  absent: { status: [404], contains: ['no such member'] },
};
/** To deny everybody in the platform's own words, so that the page tells nothing. */
const everybodyDenied: Behaviour = () => no(NOBODY);

/** A fault that lasts for some questions. */
function transient(fault: Behaviour, queries: number): Behaviour {
  let left = queries;
  return (probed) => (left-- > 0 ? fault(probed) : honest(probed));
}

describe('an answer that was requested before a control contradicted it does not count, though the control passes afterwards', () => {
  it('a bare "no" while all known accounts were denied', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    later(16, transient(everybodyDenied, 3));
    expect(await look('ada')).toEqual({ verdict: 'uncalibrated', probed: ['ada', 'negative', 'positive', 'positive', 'positive'] });
    expect(saved.at(-1)?.outcome.state).toBe('passed');
    // The fault is over, and the record knows it.
    expect(await look('ada')).toEqual({ verdict: 'unconfirmed', probed: ['ada'] }); // unsteady for a day
    later(24 * 60);
    expect((await look('ada')).verdict).toBe('registered');
  });

  it('a bare "yes" while the negative control read registered', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    later(5, transient(everybodyThere, 2));
    expect((await look('ghost')).verdict).toBe('unconfirmed');
    expect(saved.at(-1)?.outcome.state).toBe('passed');
    expect(await look('ghost')).toEqual({ verdict: 'not_registered', probed: ['ghost'] });
  });

  it.each([
    ['"no" of a platform that was never calibrated', 'ada', everybodyDenied, 4, 'registered', ['ada', 'similar']],
    ['"yes" of a platform that was never calibrated', 'ghost', everybodyThere, 3, 'not_registered', ['ghost']],
  ] as const)('a %s, when the first try of its control failed', async (_, about, fault, queries, truth, probed) => {
    const { look, later, saved } = setUp(typed);
    later(0, transient(fault, queries));
    expect((await look(about)).verdict).toBe('uncalibrated');
    expect(saved.map(({ outcome }) => outcome.state)).toEqual(['passed']);
    expect(await look(about)).toEqual({ verdict: truth, probed });
  });

  it.each([
    ['bare', bare, 16],
    ['with evidence of its own, never calibrated', typed, 0],
  ] as const)('a "no" (%s) while the first known account was denied, and the second no more', async (_, rule, minutes) => {
    const { look, later, saved } = setUp(rule);
    if (minutes > 0) await look('nobody');
    later(minutes, transient(everybodyDenied, 3)); // the question, the negative control and one known account
    expect((await look('ada')).verdict).toBe('uncalibrated');
    expect(saved.at(-1)?.outcome.state).toBe('passed');
    later(24 * 60); // a platform that contradicted itself gives no "yes" on weak evidence for a day
    expect((await look('ada')).verdict).toBe('registered');
  });

  it('nor that of another lookup that waits for the same control', async () => {
    const { look, later } = setUp(typed);
    later(0, transient(everybodyDenied, 5));
    const both = await Promise.all([look('ada'), look('ada')]);
    expect(both.map(({ verdict }) => verdict)).toEqual(['uncalibrated', 'uncalibrated']);
  });
});

it('a control that answers late does not revive a control that has failed meanwhile', async () => {
  const { look, later, saved, controls, platform } = setUp();
  await look('nobody');
  const before = saved.at(-1) as Control;
  let answer = (_: Verdict): void => undefined;
  const late = new Promise<Verdict>((resolve) => {
    answer = resolve;
  });
  later(16, () => late);
  const probed = controls.target(platform, 'username')?.refresh(before);
  later(1, everybodyDenied);
  const failed = await controls.run(platform, 'username', before);
  expect(failed?.outcome.state).toBe('failed');
  answer(yes);
  expect(await probed).toEqual(failed);
  expect(controls.target(platform, 'username')?.newest({ control: before, readAt: before.checkedAt })).toEqual(failed);
});
