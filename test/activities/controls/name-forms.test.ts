/** Sites that write names in another way than they were asked for: their "no" is about an address. */
import { describe, expect, it } from 'vitest';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { Spellings } from '../../../src/engine/controls/spellings.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import { bare, blocked, no, NOBODY, setUp, yes } from '../support/verdict-fixture.js';

const DAY = 24 * 60;
const strong: ProbeRule = {
  ...bare,
  registered: { status: [200], contains: ['profile'] },
  absent: { status: [404], contains: ['not here'] },
};
const ofForm = { ...strong, positiveControls: ['northwind', 'jane.sample'] };
const PEOPLE = ['northwind', 'contoso', 'jane.sample', 'ada-b', 'robin'];
const asSent = (name: string): Verdict => (PEOPLE.includes(name.toLowerCase()) ? yes : no(NOBODY));
/** `jane.sample` is at `/jane-sample`. */
const slugged = (name: string): Verdict => (PEOPLE.map((each) => each.replace(/[^a-z]/g, '-')).includes(name) ? yes : no(NOBODY));

async function setUpSite(rule: ProbeRule, behaviour: (name: string) => Verdict) {
  const site = setUp(rule);
  site.later(0, behaviour);
  await site.look('robin');
  return site;
}

describe('a "no" about a name in a form in which nobody was seen', () => {
  it.each([
    ['a dot', 'jane.sample'],
    ['a dash', 'jane-sample'],
    ['an underscore', 'jane_sample'],
    ['an ending of a file', 'robin.js'],
    ['letters beyond ASCII', 'jürgen'],
    ['another script', 'иван'],
    ['more than thirty characters', 'j'.repeat(31)],
  ])('%s is omitted, and a plain name is denied', async (_, name) => {
    const { look } = await setUpSite(strong, asSent);
    const nobody = name === 'jane.sample' ? 'june.sample' : name;
    expect((await look(nobody)).verdict).toBe('unproven_form');
    expect((await look('grace')).verdict).toBe('not_registered');
    expect((await look('j'.repeat(30))).verdict).toBe('not_registered');
  });

  it('is none where the site writes the name in another way', async () => {
    const { look } = await setUpSite(ofForm, slugged);
    expect((await look('jane.sample')).verdict).toBe('unproven_form');
    expect((await look('jane-sample')).verdict).toBe('registered');
  });

  it('counts once a "yes" about such a name was verified, for thirty days and in other processes', async () => {
    const { look, later, saved } = await setUpSite(strong, asSent);
    expect((await look('ada-c')).verdict).toBe('unproven_form');
    expect((await look('ada-b')).verdict).toBe('registered');
    expect((await look('ada-c')).verdict).toBe('not_registered');
    expect((await look('ada_c')).verdict).toBe('unproven_form');
    const another = setUp(strong);
    another.later(0, asSent);
    expect((await another.look('ada-c', { control: saved.at(-1) })).verdict).toBe('not_registered');
    later(31 * DAY, asSent);
    expect((await look('ada-c')).verdict).toBe('unproven_form');
  });

  it.each([
    ['two separators in a row', 'a--b'],
    ['one at an edge', 'ada-'],
    ['another one beside it', 'a-b_c'],
    ['a longer name', `a-${'b'.repeat(40)}`],
  ])('%s is a form of its own', async (_, name) => {
    const { look } = await setUpSite(strong, asSent);
    await look('ada-b');
    expect((await look('ada-c')).verdict).toBe('not_registered');
    expect((await look(name)).verdict).toBe('unproven_form');
  });
});

describe('a known account of the form', () => {
  it('is asked once, when the first "no" needs it', async () => {
    const { look, later } = await setUpSite(ofForm, asSent);
    const first = await look('june.sample');
    expect(first).toMatchObject({ verdict: 'not_registered', probed: expect.arrayContaining(['jane.sample']) as string[] });
    later(5 * 60);
    expect((await look('june.sample')).probed).not.toContain('jane.sample');
  });

  it('that the platform denies is asked no more for an hour', async () => {
    const { look, later } = await setUpSite(ofForm, slugged);
    expect((await look('june.sample')).probed).toContain('jane.sample');
    expect((await look('june.sample')).probed).not.toContain('jane.sample');
    later(61, slugged);
    expect((await look('june.sample')).probed).toContain('jane.sample');
  });

  it('that is blocked shows nothing, and is asked again after a minute', async () => {
    const { look, later } = await setUpSite(ofForm, (name) => (name === 'jane.sample' ? blocked : asSent(name)));
    expect((await look('june.sample')).verdict).toBe('unproven_form');
    expect((await look('june.sample')).probed).not.toContain('jane.sample');
    later(1, asSent);
    expect((await look('june.sample')).verdict).toBe('not_registered');
  });

  it('shows its form by the control itself, where that asks it, and ahead of time', async () => {
    const named = await setUpSite({ ...strong, positiveControls: ['jane.sample'] }, asSent);
    expect(await named.look('june.sample')).toMatchObject({ verdict: 'not_registered', probed: ['june.sample'] });
    const ahead = await setUpSite(ofForm, asSent);
    await ahead.controls.renew(ahead.platform, 'username', ahead.saved.at(-1));
    expect(await ahead.look('june.sample')).toMatchObject({ verdict: 'not_registered', probed: ['june.sample'] });
  });
});

describe('what is excepted', () => {
  it.each(['email', 'phone'] as const)('identities of another kind: %s', async (type) => {
    const spellings = new Spellings(
      { probe: () => Promise.reject(new Error()), store: async (each) => each, now: () => new Date() },
      { rule: strong, queryType: type },
    );
    const control = {
      platform: 'one',
      subject: type,
      outcome: { state: 'blocked', explanation: '' },
      checkedAt: new Date(),
      latencyMs: null,
    } as const;
    expect(spellings.proofOf(control, 'jane.sample@example.com')).toBe('proven');
    expect(await spellings.renew(control)).toBe(control);
  });

  it('a rule whose source shows that names are looked up as they were sent', async () => {
    const { look } = await setUpSite({ ...strong, nameAsSent: 'its source' }, asSent);
    expect((await look('june.sample')).verdict).toBe('not_registered');
  });
});
