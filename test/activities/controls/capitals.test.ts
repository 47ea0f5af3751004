/** Platforms that keep names as typed and deny who is asked about in other capitals. */
import { describe, expect, it } from 'vitest';
import { bare, no, NOBODY, setUp, yes } from '../support/verdict-fixture.js';

const strong = { ...bare, registered: { status: [200], contains: ['profile'] }, absent: { status: [404], contains: ['not here'] } };
const DAY = 24 * 60;
const isThere = (name: string): boolean => /^(?:northwind|contoso|ada)$/.test(name);
const exactly = (name: string) => (isThere(name) ? yes : no(NOBODY));
const folded = (name: string) => exactly(name.toLowerCase());

/** A platform whose control has passed, and what that asked in other capitals. */
async function setUpSite(rule: Parameters<typeof setUp>[0] = strong, behaviour: (name: string) => ReturnType<typeof exactly> = exactly) {
  const site = setUp(rule);
  const asked: string[] = [];
  site.later(0, (name) => {
    if (/[A-Z]/.test(name)) asked.push(name);
    return behaviour(name);
  });
  await site.look('ada');
  const renew = async () => {
    asked.length = 0;
    await site.controls.renew(site.platform, 'username', site.saved.at(-1));
    return [...asked];
  };
  return { ...site, renew };
}

describe('a platform that denies a known account in other capitals', () => {
  it('answers as before until that was seen, and then says no "no" of a name with letters, and every "yes"', async () => {
    const { look, renew } = await setUpSite();
    expect((await look('Ada')).verdict).toBe('not_registered');
    expect(await renew()).toEqual(['NORTHWIND', 'NORTHWIND']);
    expect((await look('Ada')).verdict).toBe('only_confirms');
    expect((await look('grace')).verdict).toBe('only_confirms');
    expect((await look('ada')).verdict).toBe('registered');
    expect((await look('4711')).verdict).toBe('not_registered'); // there is no other spelling
  });

  it('is asked once a week, across restarts, and no verdict waits for it', async () => {
    const { renew, later, saved, look } = await setUpSite();
    const { probed } = await look('grace');
    expect(probed.filter((each) => /[A-Z]/.test(each))).toEqual([]);
    expect(await renew()).toHaveLength(2);
    later(6 * DAY);
    expect(await renew()).toEqual([]);
    const stored = saved.at(-1);
    const restarted = setUp(strong);
    restarted.later(6 * DAY, exactly);
    expect((await restarted.look('grace', { control: stored })).verdict).toBe('only_confirms');
    later(2 * DAY);
    expect(await renew()).toHaveLength(2);
  });

  it('counts again once it folds capitals', async () => {
    const site = await setUpSite();
    await site.renew();
    site.later(8 * DAY, folded);
    await site.renew();
    expect((await site.look('grace')).verdict).toBe('not_registered');
    expect((await site.look('Ada')).verdict).toBe('registered');
  });
});

describe('what shows nothing of capitals', () => {
  it.each([
    ['a rule whose source says that people differ in capitals', { ...strong, capitalsDiffer: 'its manual' }],
    ['a rule that asks in lower case', { ...strong, request: { ...strong.request, url: 'https://platform.example.com/{username:lower}' } }],
    ['names of small letters alone', { ...strong, pattern: '^[a-z0-9]+$' }],
    ['known accounts without letters', { ...strong, positiveControls: ['4711'] }],
  ])('%s: it is not asked, and its "no" counts', async (_, rule) => {
    const { renew, look } = await setUpSite(rule, (name) => (name === '4711' ? yes : exactly(name)));
    expect(await renew()).toEqual([]);
    expect((await look('grace')).verdict).toBe('not_registered');
  });

  it('an account that vanished meanwhile, and an answer that was blocked', async () => {
    const { renew, later, look } = await setUpSite();
    later(0, (name) => (name === 'NORTHWIND' ? { ...no(NOBODY), state: 'inconclusive', reason: 'challenge' } : exactly(name)) as never);
    await renew();
    expect((await look('grace')).verdict).toBe('not_registered');
    later(0, (name) => (name === 'northwind' ? no(NOBODY) : exactly(name)));
    await renew();
    expect((await look('grace')).verdict).toBe('not_registered');
  });
});
