/** A site that answers "registered" to everything from some request on. */
import { describe, expect, it } from 'vitest';
import type { WithdrawnAnswers } from '../../../src/engine/controls/ports.js';
import { atMostTen, isThere, runInto, strong } from '../support/turning-site.js';
import { blocked, everybodyThere, honest, no, NOBODY, setUp, SIMILAR, yes } from '../support/verdict-fixture.js';

describe('from when a site confirms everybody', () => {
  it('at most ten people are confirmed wrongly, wherever it begins and whoever comes, and the next control takes all of them back', async () => {
    await atMostTen('registered');
  });

  it('those who exist are found as before while it answers rightly, and nothing is taken back', async () => {
    const people = Array.from({ length: 60 }, (_, n) => `real${n}`);
    const { right, withdrawn } = await runInto('registered', 1_000, people);
    expect({ right, withdrawn }).toEqual({ right: 60, withdrawn: [] });
  });

  it('a name that it confirmed does not show that it has names of that form', async () => {
    const site = setUp(strong);
    await site.look('nobody');
    site.later(1, (probed) => (probed.startsWith(SIMILAR) ? no(NOBODY) : yes));
    expect((await site.look('jane.sample')).verdict).toBe('registered');
    site.later(7 * 60);
    expect((await site.look('eve')).verdict).toBe('quarantined');
    site.later(61, honest);
    expect((await site.look('john.sample')).verdict).toBe('unproven_form');
    site.later(1, (probed) => (probed === 'jane.sample' ? yes : honest(probed)));
    expect((await site.look('jane.sample')).verdict).toBe('registered');
    expect((await site.look('john.sample')).verdict).toBe('not_registered');
  });

  it('what it confirmed before a control that was blocked is taken back by the one that fails after it', async () => {
    const withdrawn: WithdrawnAnswers[] = [];
    const site = setUp(strong, 'async', undefined, { onWithdraw: (answers) => withdrawn.push(answers) });
    await site.look('ada');
    site.later(1, everybodyThere);
    const confirmedAt = site.now();
    expect((await site.look('eve')).verdict).toBe('registered');
    site.later(7 * 60, () => blocked);
    await site.look('bob');
    await site.controls.run(site.platform, 'username', site.saved.at(-1));
    site.later(10, everybodyThere);
    await site.controls.run(site.platform, 'username', site.saved.at(-1));
    expect(withdrawn.map(({ state }) => state)).toEqual(['registered']);
    expect(withdrawn.some(({ since, until }) => confirmedAt >= since && confirmedAt < until)).toBe(true);
  });
});

describe('a "yes"', () => {
  it('needs nothing more while others are told "no" in between', async () => {
    const site = setUp(strong);
    await site.look('first');
    const asked: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      site.later(1 / 60);
      const { probed } = await site.look(n % 8 === 7 ? `nobody${n}` : 'ada');
      if (n > 0) asked.push(...probed.filter((each) => each === 'negative'));
    }
    expect(asked).toEqual([]);
  });

  it('on weak evidence needs nothing more, as each has a negative control of its own', async () => {
    const site = setUp();
    await site.look('nobody');
    const asked: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      site.later(1 / 60);
      asked.push(...(await site.look('ada')).probed);
    }
    expect(asked.filter((each) => each === 'negative')).toEqual([]);
    expect(asked.filter((each) => each === 'similar').length).toBeGreaterThanOrEqual(12);
  });

  it('beyond the tenth in a row waits for one control that all who come meanwhile share', async () => {
    const site = setUp(strong);
    await site.look('nobody');
    site.later(0, (probed) => (isThere(probed) ? yes : no(NOBODY)));
    for (let n = 0; n < 9; n += 1) await site.look(`real${n}`);
    const late = await Promise.all(Array.from({ length: 40 }, (_, n) => site.look(`real${n + 9}`)));
    expect(new Set(late.map(({ verdict }) => verdict))).toEqual(new Set(['registered']));
    expect(late.at(-1)?.probed.filter((each) => each === 'negative').length).toBeLessThanOrEqual(4);
  });

  it('is shared by workers as the "no" is', async () => {
    const site = setUp(strong, 'async', undefined, { workers: () => 5 });
    const needed: number[] = [];
    site.later(0, honest);
    for (let n = 0; n < 9; n += 1) {
      site.later(1 / 60);
      const { probed } = await site.look('ada');
      if (n > 0 && probed.includes('negative')) needed.push(n);
    }
    expect(needed).toEqual([3, 6]); // the first rests on a control that was sent with it
  });

  it('of an instant lookup has the control sent right behind its own request', async () => {
    const site = setUp(strong, 'instant');
    for (let n = 0; n < 11; n += 1) {
      site.later(1 / 60);
      await site.look('ada');
    }
    site.later(1 / 60);
    expect(new Set((await site.look('ada')).probed)).toEqual(new Set(['ada', 'negative', 'positive']));
  });
});
