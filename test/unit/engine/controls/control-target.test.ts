/** What a platform's controls store, take back and repeat, by how it answers about known accounts and about nobody. */
import { asUntried } from '../../../../src/engine/controls/weak-evidence.js';
import { describe, expect, it } from 'vitest';
import type { Control } from '../../../../src/engine/controls/control.js';
import type { ControlPorts } from '../../../../src/engine/controls/control-ports.js';
import { ControlTarget } from '../../../../src/engine/controls/control-target.js';
import { REQUIRED_TICKET } from '../../../../src/engine/controls/control-probes.js';
import { ruleDigest } from '../../../../src/engine/catalogue/rules/revision.js';
import type { ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import type { Verdict } from '../../../../src/engine/evaluation/verdict.js';
import type { Identity } from '../../../../src/kernel/identity/identity.js';
import { platformOf } from '../../../support/fixtures.js';

const rule: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{email}' },
  safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'a public page' },
  registered: { status: [200], contains: ['found'] },
  absent: { status: [404], contains: ['not found'] },
  positiveControls: ['known@example.com'],
};
const START = Date.parse('2030-01-01T12:00:00Z');
const evidence = { status: 200, explanation: 'x', host: 'platform.example.com', latencyMs: 120.4, requests: 1 };
const YES: Verdict = { state: 'registered', evidence: { ...evidence, latencyMs: 300 } };
const NO: Verdict = { state: 'not_registered', evidence };
const BLOCKED: Verdict = { state: 'inconclusive', reason: 'challenge', evidence };

/** A platform by its answers about the known account and about nobody, one after another; the last one goes on. */
function setUp(ports: Partial<ControlPorts> = {}) {
  const state = { now: START, known: [YES] as Verdict[], nobody: [NO] as Verdict[] };
  const asked: string[] = [];
  const saved: Control[] = [];
  const withdrawn: object[] = [];
  const next = (answers: Verdict[]): Verdict => (answers.length > 1 ? (answers.shift() as Verdict) : (answers[0] as Verdict));
  const target = new ControlTarget(
    {
      prober: {
        probe: async (_: unknown, { value }: Identity) => {
          asked.push(value);
          state.now += 10;
          return { ...next(value === 'nobody' ? state.nobody : state.known) };
        },
      },
      store: {
        newest: async () => new Map(),
        save: async (control) => void saved.push(control),
        withdraw: async (denials) => void withdrawn.push(denials),
      },
      backoffs: { backoffs: async () => new Map(), backOff: async () => undefined },
      negativeIdentities: { make: (_, type) => ({ type, value: 'nobody' }), makeLike: () => null },
      now: () => new Date(state.now),
      spacingMs: 0,
      ...ports,
    } as ControlPorts,
    { platform: platformOf('one', { probes: { email: rule } }), queryType: 'email', rule },
  );
  const kinds = (control: Control) => target.recentContradictions(control).map(({ kind }) => kind);
  return { target, state, asked, saved, withdrawn, kinds };
}

describe('a whole control', () => {
  it('that passes is stored with its rule, its shorter latency and when it began, and is valid for six hours', async () => {
    const { target, state, saved } = setUp();
    const control = await target.run(undefined);
    expect(saved).toEqual([control]);
    const proof = { rule: ruleDigest(rule), positiveAt: new Date(START).toISOString() };
    expect(control).toMatchObject({
      platform: 'one',
      subject: 'email',
      latencyMs: 120,
      outcome: { state: 'passed', mayDeny: true, ...proof },
    });
    expect(await target.isCurrent(undefined)).toBe(false);
    state.now = control.checkedAt.getTime() + 6 * 3_600_000 - 1;
    expect(await target.isCurrent(control)).toBe(true);
    state.now += 1;
    expect(await target.isCurrent(control)).toBe(false);
  });

  it('that fails once is asked again, and counts as what it showed then', async () => {
    const { target, state, asked, kinds } = setUp();
    state.nobody = [YES, NO];
    const control = await target.run(undefined);
    expect([control.outcome.state, asked.length, kinds(control)]).toEqual(['passed', 4, ['negative']]);
  });

  it('that confirms nobody’s account takes back every "yes" since the last "no", and no "no"', async () => {
    const { target, state, withdrawn, kinds } = setUp();
    const before = await target.run(undefined);
    state.now += 60_000;
    state.nobody = [YES];
    const control = await target.run(before);
    expect([control.outcome.state, kinds(control)]).toEqual(['failed', ['negative']]);
    const span = { since: new Date(START), until: expect.any(Date) };
    expect(withdrawn).toEqual([{ platform: 'one', subject: 'email', state: 'registered', ...span }]);
  });

  it('takes back what was answered before it began, whatever the platform answers meanwhile', async () => {
    const { target, state, withdrawn } = setUp();
    const before = await target.run(undefined);
    state.now += 60_000;
    state.nobody = [YES, NO];
    const running = target.run(before);
    target.unproven.registered.prove(state.now + 1);
    expect((await running).outcome.state).toBe('passed');
    expect(withdrawn).toEqual([expect.objectContaining({ state: 'registered', since: new Date(START) })]);
  });

  it('that confirms nobody’s account and denies a known one takes back both', async () => {
    const { target, state, withdrawn } = setUp();
    const before = await target.run(undefined);
    state.now += 60_000;
    Object.assign(state, { nobody: [YES], known: [NO] });
    await target.run(before);
    expect(withdrawn).toEqual([
      expect.objectContaining({ state: 'registered', since: new Date(START) }),
      expect.objectContaining({ state: 'not_registered', since: new Date(START) }),
    ]);
  });

  it('that denies a known account takes back every "no" since the last positive answer', async () => {
    const { target, state, withdrawn, kinds } = setUp();
    const before = await target.run(undefined);
    state.now += 60_000;
    state.known = [NO];
    const control = await target.run(before);
    expect([control.outcome.state, kinds(control)]).toEqual(['failed', ['positive']]);
    const span = { since: new Date(START), until: expect.any(Date) };
    expect(withdrawn).toEqual([{ platform: 'one', subject: 'email', state: 'not_registered', ...span }]);
    await target.run(control);
    expect(withdrawn).toHaveLength(1);
  });

  it('that is blocked is stored, unless the egress is at fault', async () => {
    for (const isOurs of [false, true]) {
      const since: number[] = [];
      const { target, state, saved } = setUp({ hasEgressFailed: (withinMs) => since.push(withinMs) > 0 && isOurs });
      state.known = [BLOCKED];
      state.nobody = [BLOCKED];
      expect((await target.run(undefined)).outcome.state).toBe('blocked');
      expect([saved.length, since]).toEqual([isOurs ? 0 : 1, [20]]);
    }
  });

  it('is the newest one of this process for whoever read an earlier one', async () => {
    const { target, state } = setUp();
    const control = await target.run(undefined);
    const stored = { ...control, checkedAt: new Date(START - 1) };
    expect(target.newest({ control: stored, readAt: new Date(state.now) })).toBe(control);
    expect(target.newest({ control: stored, readAt: new Date(state.now + 1) })).toBe(stored);
    const other = { ...stored, outcome: { ...stored.outcome, rule: 'another' } };
    expect(target.newest({ control: other, readAt: new Date(state.now + 1) })).toBeUndefined();
  });
});

describe('a positive control that is repeated', () => {
  it('with the same result has a new time, and is stored', async () => {
    const { target, state, asked, saved } = setUp();
    const control = await target.run(undefined);
    state.now += 60_000;
    const sentAt = new Date(state.now).toISOString();
    const repeated = await target.refresh(control);
    expect([repeated.outcome, asked.length]).toEqual([{ ...control.outcome, positiveAt: sentAt, positives: 2 }, 3]);
    expect(saved.at(-1)).toEqual(repeated);
  });

  it('counts from what was taken back meanwhile, whichever control its caller holds', async () => {
    const { target, state } = setUp();
    const control = await target.run(undefined);
    state.now += 60_000;
    await target.refresh(control);
    await target.contradictAnswer(asUntried(control));
    expect((await target.refresh(control)).outcome).toMatchObject({ positives: 1 });
  });

  it('of one that did not pass is none', async () => {
    const { target, asked } = setUp();
    const failed: Control = { ...(await target.run(undefined)), outcome: { state: 'failed', explanation: 'x' } };
    for (const repeat of [target.refresh(failed), target.refreshAfter(failed, REQUIRED_TICKET)]) expect(await repeat).toBe(failed);
    expect(asked).toHaveLength(2);
  });

  it('and was blocked is not asked again for a minute, unless the egress has failed since', async () => {
    let hasFailed = false;
    const { target, state, asked } = setUp({ hasEgressFailed: () => hasFailed });
    const control = await target.run(undefined);
    state.known = [BLOCKED];
    const repeat = async () => {
      asked.length = 0;
      const states = [await target.refresh(control), await target.refreshAfter(control, REQUIRED_TICKET)].map(
        ({ outcome }) => outcome.state,
      );
      return [...states, asked.length];
    };
    expect(await repeat()).toEqual(['blocked', 'blocked', 1]);
    state.now += 59_000;
    expect(await repeat()).toEqual(['blocked', 'blocked', 0]);
    hasFailed = true;
    expect((await repeat())[2]).toBe(2);
    hasFailed = false;
    state.now += 60_000;
    expect((await repeat())[2]).toBe(1);
  });

  it('and is denied takes back every "no", and the whole control is run', async () => {
    const { target, state, withdrawn, kinds } = setUp();
    const control = await target.run(undefined);
    state.known = [NO, NO, NO, NO];
    const after = await target.refresh(control);
    expect(after.outcome.state).toBe('failed');
    expect(kinds(after)).toContain('positive');
    expect(withdrawn[0]).toMatchObject({ since: new Date(START) });
  });
});

describe('a verdict that was taken back', () => {
  it.each(['answer', 'traffic'] as const)('is stored with the control, as a contradiction of its kind: %s', async (kind) => {
    const { target, saved } = setUp();
    const control = await target.run(undefined);
    await (kind === 'answer' ? target.contradictAnswer(control) : target.contradictAnswer(control, kind));
    expect(saved.at(-1)?.outcome.contradictions?.map((each) => each.kind)).toEqual([kind]);
    expect(target.contradictions).toBe(1);
  });
});
