import { describe, expect, it } from 'vitest';
import { ControlRunner, type StoredControl } from '../../../src/engine/controls/control-runner.js';
import { verifyVerdict } from '../../../src/engine/controls/verify-verdict.js';
import type { Control } from '../../../src/engine/controls/control.js';
import { pageFingerprint } from '../../../src/engine/evaluation/page-fingerprint.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import {
  bare,
  type Behaviour,
  blocked,
  EDGE,
  everybodyAbsent,
  everybodyThere,
  honest,
  no,
  NOBODY,
  probedBy,
  setUp,
  SIMILAR,
  text,
} from '../support/verdict-fixture.js';

describe('weak evidence, and the control it needs before it counts', () => {
  it('the first question is asked with a control beside it; afterwards each costs one request', async () => {
    const { look, later } = setUp();
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['negative', 'nobody', 'positive'] });
    expect(await look('somebody')).toEqual({ verdict: 'not_registered', probed: ['somebody'] });
    later(14);
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody'] });
  });

  it('evidence of the rule\'s own costs one request, whatever it says; a "yes" on weak evidence two more', async () => {
    const typed = setUp({ ...bare, registered: { status: [200], contains: ['{username}'] }, absent: { status: [404] } });
    const weak = setUp();
    for (const { look } of [typed, weak]) await look('ada');
    expect(await typed.look('ada')).toEqual({ verdict: 'registered', probed: ['ada'] });
    expect(await typed.look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody'] });
    expect(await weak.look('ada')).toEqual({ verdict: 'registered', probed: ['ada', 'ada', 'similar'] });
    expect(await weak.look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody'] });
  });

  it('beside an older control a known account is asked again, once for all who ask in the next quarter of an hour', async () => {
    const { look, later } = setUp();
    await look('nobody');
    later(16);
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody', 'positive'] });
    expect(await look('somebody')).toEqual({ verdict: 'not_registered', probed: ['somebody'] });
    later(16);
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody', 'positive'] });
  });

  it('what an answer that is there still needs goes before questions that nobody has begun', async () => {
    const { look, later, highPriority } = setUp();
    await look('nobody');
    later(2);
    expect(await look('ada')).toEqual({ verdict: 'registered', probed: ['ada', 'ada', 'similar', 'similar'] });
    expect(highPriority).toEqual([`${SIMILAR}3`, `${SIMILAR}10`, 'ada']);
  });

  it('a platform that refused when last asked is asked one thing at a time: a control only once it answers again', async () => {
    const { look, later, saved } = setUp();
    later(0, () => blocked);
    expect((await look('ada')).verdict).toBe('challenge');
    await new Promise(setImmediate); // what was asked beside comes to its end after the answer
    expect(saved.at(-1)?.outcome.state).toBe('blocked');
    later(2);
    expect(await look('ada')).toEqual({ verdict: 'challenge', probed: ['ada'] });
    later(2, honest);
    expect(await look('ada')).toEqual({ verdict: 'registered', probed: ['ada', 'ada', 'negative', 'positive', 'similar', 'similar'] });
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody'] });
  });

  it('a platform that began to deny everybody while its control stood denies nobody: the known account shows it', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    later(60, everybodyAbsent);
    expect((await look('ada')).verdict).toBe('quarantined');
    expect(saved.at(-1)?.outcome.state).toBe('failed');
  });

  it('nor does one whose control is young: its page is not the one for nobody', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    later(5, everybodyAbsent);
    expect((await look('ada')).verdict).toBe('quarantined');
    expect(saved.at(-1)?.outcome.state).toBe('failed');
  });

  it('somebody in between who answers for one identity only is seen by the page, when that is always the same', async () => {
    const { look, later } = setUp();
    await look('nobody');
    later(5, (probed) => (probed === 'ada' ? no(EDGE) : honest(probed)));
    expect(await look('ada')).toEqual({ verdict: 'unrecognised', probed: ['ada', 'negative', 'positive'] });
    expect((await look('ada')).verdict).toBe('unrecognised');
    expect((await look('nobody')).verdict).toBe('not_registered');
  });

  it('a platform whose page for nobody is another one each time goes on answering', async () => {
    let page = 0;
    const changing: Behaviour = (probed) =>
      honest(probed).state === 'registered' ? honest(probed) : no(pageFingerprint(text(`page${'abcdefghijklm'[page++ % 13]}`), '-'));
    const { look, later } = setUp();
    later(0, changing);
    expect((await look('nobody')).verdict).toBe('not_registered');
    expect(await look('somebody')).toEqual({ verdict: 'not_registered', probed: ['somebody'] });
    later(5);
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody'] });
  });

  it('a platform that has one page for everybody, under any name, confirms nobody', async () => {
    const { look, later } = setUp();
    await look('nobody');
    later(5, everybodyThere);
    expect(await look('somebody')).toEqual({ verdict: 'unconfirmed', probed: ['similar', 'similar', 'somebody'] });
    expect(await look('another_')).toEqual({ verdict: 'unconfirmed', probed: ['another_', 'similar', 'similar'] });
    // Its form is left alone for an hour.
    expect(await look('somebody')).toEqual({ verdict: 'unconfirmed', probed: ['somebody'] });
    later(61);
    expect((await look('somebody')).probed).toEqual(['positive', 'similar', 'similar', 'somebody']);
  });

  it('a bare "yes" costs an identity of its shape that cannot exist, twice under each whole control, and itself once more', async () => {
    const { look, later } = setUp();
    expect(await look('ada')).toEqual({ verdict: 'registered', probed: ['ada', 'ada', 'negative', 'positive', 'similar', 'similar'] });
    expect(await look('ada')).toEqual({ verdict: 'registered', probed: ['ada', 'ada', 'similar'] });
    later(5);
    expect(await look('ada')).toEqual({ verdict: 'registered', probed: ['ada', 'ada', 'similar'] });
  });

  it('a control that is turned away lets nothing through, and is left alone for a minute', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    later(30, (probed) => (probed === 'northwind' || probed === 'contoso' ? blocked : honest(probed)));
    expect(await look('nobody')).toEqual({ verdict: 'uncalibrated', probed: ['nobody', 'positive', 'positive'] });
    expect(await look('nobody')).toEqual({ verdict: 'uncalibrated', probed: ['nobody'] });
    expect(saved).toHaveLength(1);
    later(2);
    expect((await look('nobody')).probed).toContain('positive');
  });

  it('a known account that vanished makes room for the next one', async () => {
    const { look, later } = setUp();
    await look('nobody');
    later(30, (probed) => (probed === 'northwind' ? no(NOBODY) : honest(probed)));
    expect((await look('nobody')).verdict).toBe('not_registered');
  });

  it('answers with evidence of their own cost one request while the control stands', async () => {
    const { look, later } = setUp({
      ...bare,
      registered: { status: [200], contains: ['profile of {username}'] },
      absent: { status: [404], contains: ['no such member'] },
    });
    await look('nobody');
    later(300, (probed) => (probed === 'ada' ? no(EDGE) : honest(probed)));
    expect(await look('ada')).toEqual({ verdict: 'not_registered', probed: ['ada'] });
  });

  it('many who ask at once share one control', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    later(30);
    await Promise.all(Array.from({ length: 20 }, (_, n) => look(`somebody${n}`)));
    expect(saved).toHaveLength(2);
  });

  it('a lookup that read an older control than this process has made since goes by the newer one', async () => {
    const { look, saved } = setUp();
    await look('nobody');
    expect(await look('nobody', { control: undefined })).toEqual({ verdict: 'not_registered', probed: ['nobody'] });
    expect(saved).toHaveLength(1);
  });

  it('a reason waits for no control: the one beside it ends later, for whoever asks next', async () => {
    let answered = (_: Verdict): void => undefined;
    const late = new Promise<Verdict>((resolve) => {
      answered = resolve;
    });
    const saved: Control[] = [];
    const controls = new ControlRunner({
      prober: { probe: () => late },
      store: { newest: async () => new Map(), save: async (control) => void saved.push(control) },
      backoffs: { backoffs: async () => new Map(), backOff: async () => undefined },
      negativeIdentities: { make: (_, type) => ({ type, value: 'qxzvbnmk' }), makeLike: () => null },
      now: () => new Date(),
    });
    const stored: StoredControl = { control: undefined, readAt: new Date() };
    const query = {
      platform: probedBy(bare),
      identity: { type: 'username', value: 'ada' },
      stored,
      now: () => new Date(),
      requestClass: 'async',
      sent: Promise.resolve(),
      repeat: () => late,
    } as const;
    expect(await verifyVerdict(controls, { ...query, verdict: Promise.resolve(blocked) })).toEqual(blocked);
    answered(blocked);
    await expect.poll(() => saved.map(({ outcome }) => outcome.state)).toEqual(['blocked']);
  });

  it('a control that asks for a pause is heard', async () => {
    const { look, later, backedOff } = setUp();
    later(0, () => ({ ...blocked, reason: 'rate_limited', retryAfterSeconds: 30 }));
    await look('nobody');
    await expect.poll(() => backedOff).toEqual(['one', 'one', 'one']);
  });
});
