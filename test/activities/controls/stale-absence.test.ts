/** A site changes its page for absent accounts, or shows pages by the form of a name. */
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import { bare, type Behaviour, blocked, honest, NOBODY, no, setUp, yes } from '../support/verdict-fixture.js';

const evidence = { status: 404, explanation: 'x', host: 'platform.example.com', latencyMs: 10, requests: 1 };
const otherWords = (namesIdentity = false): Verdict => ({
  state: 'inconclusive',
  reason: 'unrecognised',
  evidence,
  ...(namesIdentity ? { namesIdentity } : {}),
});
const reworded: Behaviour = (probed) => (honest(probed) === yes ? yes : otherWords());

describe('a page for absent accounts that is worded anew', () => {
  it('leaves a rule that confirms, and denies again with a control that recognises it', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    later(7 * 60, reworded);
    expect((await look('ada')).verdict).toBe('registered');
    expect(saved.at(-1)?.outcome).toMatchObject({ state: 'passed', mayConfirm: true, mayDeny: false, isAbsenceUnrecognised: true });
    expect((await look('nobody')).verdict).toBe('unrecognised');
    later(1);
    expect((await look('ada')).verdict).toBe('registered');
    later(7 * 60, honest);
    expect([(await look('nobody')).verdict, (await look('ada')).verdict]).toEqual(['not_registered', 'registered']);
    expect(saved.at(-1)?.outcome).not.toHaveProperty('isAbsenceUnrecognised');
  });

  it.each([
    ['names the identity', (probed: string) => (honest(probed) === yes ? yes : otherWords(true)), 'quarantined'],
    ['is a block', (probed: string) => (honest(probed) === yes ? yes : blocked), 'uncalibrated'],
    ['is shown for known accounts too', () => otherWords(), 'unrecognised'],
  ] as const)('confirms nobody where it %s', async (_, behaviour, actual) => {
    const { look, later } = setUp();
    await look('nobody');
    later(7 * 60, (probed) => (probed === 'ada' && actual !== 'unrecognised' ? yes : behaviour(probed)));
    expect((await look('ada')).verdict).toBe(actual);
  });
});

describe('a site that depends on the form of a name', () => {
  /** A page for any name of letters; names with digits are accounts or absent. */
  const anyLetters: Behaviour = (probed) => (/^[a-z]+$/.test(probed) || honest(probed) === yes ? yes : no(NOBODY));

  it('confirms no name of a form of which everybody reads registered', async () => {
    const { look, later } = setUp(bare, 'async', (value) => (value === 'qxzvbnmk' ? null : value.replace(/[a-z]/g, 'q')));
    later(0, (probed) => (probed === 'qxzvbnmk' ? no(NOBODY) : anyLetters(probed)));
    expect((await look('somebody')).verdict).toBe('unconfirmed');
    expect((await look('gazetteer')).verdict).toBe('unconfirmed');
  });

  it('a length at which a control exists by chance is passed over once, and the next lookup confirms', async () => {
    const { look, later } = setUp(bare, 'async', (value, extra) => `q${value.slice(1)}${'z'.repeat(extra)}`);
    later(0, (probed) => (probed === 'qda' ? yes : honest(probed)));
    expect((await look('ada')).verdict).toBe('unconfirmed');
    expect((await look('ada')).verdict).toBe('registered');
  });

  it('a longer control that is refused by its form is no absence', async () => {
    const { look, later } = setUp(bare, 'async', (value, extra) => `q${value.slice(1)}${'z'.repeat(extra)}`);
    later(0, (probed) => (probed === 'qda' ? yes : probed.startsWith('qdaz') ? no('refused') : honest(probed)));
    await look('nobody');
    later(7 * 60);
    await look('nobody'); // the page for nobody is steady
    await look('ada');
    expect((await look('ada')).verdict).toBe('unconfirmed');
  });

  it('confirms nobody where no control of the form can be made', async () => {
    const { look } = setUp(bare, 'async', () => null);
    expect((await look('ada')).verdict).toBe('unconfirmed');
  });
});
