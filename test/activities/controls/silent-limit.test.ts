/** A site that answers "nobody" to everything once it has had enough of us. */
import { describe, expect, it } from 'vitest';
import type { WithdrawnAnswers } from '../../../src/engine/controls/ports.js';
import { atMostTen, isThere, runInto, strong } from '../support/turning-site.js';
import { blocked, honest, no, NOBODY, setUp } from '../support/verdict-fixture.js';

describe('behind a silent limit', () => {
  it('at most ten people are denied, wherever it begins and whoever comes, and the next control takes all of them back', async () => {
    await atMostTen('not_registered');
  });

  it('costs those who are really absent nothing while the site answers', async () => {
    const people = Array.from({ length: 60 }, (_, n) => `nobody${n}`);
    const { right, withdrawn } = await runInto('not_registered', 1_000, people);
    expect({ right, withdrawn }).toEqual({ right: 60, withdrawn: [] });
  });

  it('one request for a known account serves all who wait for it', async () => {
    const site = setUp(strong);
    await site.look('first');
    const people = Array.from({ length: 40 }, (_, n) => site.look(`nobody${n}`));
    const verdicts = await Promise.all(people);
    expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['not_registered']));
    expect(verdicts.at(-1)?.probed.filter((each) => each === 'positive').length).toBeLessThanOrEqual(4);
  });

  it('a "yes" is proof enough: nobody is asked again for it', async () => {
    const site = setUp(strong);
    const asked: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      site.later(1 / 60);
      const { probed } = await site.look(n % 8 === 7 ? 'ada' : `nobody${n}`);
      if (n > 0) asked.push(...probed.filter((each) => each === 'positive'));
    }
    expect(asked).toEqual([]);
  });

  it('the tenth has the known account asked beside, so that the eleventh waits for nothing', async () => {
    const site = setUp(strong);
    let begun = 0;
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    for (let n = 0; n < 11; n += 1) {
      // the first rests on a control that was sent with it
      site.later(1 / 60);
      await site.look(`nobody${n}`);
      if (n > 0) continue;
      site.later(0, (probed) => {
        if (probed !== 'northwind') return no(NOBODY);
        begun += 1;
        answer();
        return honest(probed);
      });
    }
    await isAnswered;
    await expect.poll(() => site.saved.at(-1)?.outcome).toMatchObject({ positiveAt: site.now().toISOString() });
    site.later(1 / 60);
    expect({ ...(await site.look('nobody11')), begun }).toEqual({ verdict: 'not_registered', probed: ['nobody11'], begun: 1 });
  });

  it.each([
    ['shares the request for the known account that is under way', 'not_registered', true],
    ['is omitted where that reads absent', 'quarantined', false],
  ] as const)('the eleventh %s', async (_, expected, isHonest) => {
    const site = setUp(strong);
    await site.look('nobody');
    let begun = 0;
    let answer: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      answer = resolve;
    });
    site.later(0, async (probed) => {
      if (probed !== 'northwind') return no(NOBODY);
      begun += 1;
      await isReleased;
      return isHonest ? honest(probed) : no(NOBODY);
    });
    for (let n = 0; n < 10; n += 1) {
      site.later(1 / 60);
      await site.look(`nobody${n}`);
    }
    await expect.poll(() => begun).toBe(1);
    site.later(1 / 60);
    const eleventh = site.look('nobody11');
    answer();
    expect((await eleventh).verdict).toBe(expected);
    if (isHonest) expect(begun).toBe(1);
  });

  it('a rule without a known account, whose "no" never counts, is asked nothing for it', async () => {
    const site = setUp({ ...strong, positiveControls: undefined });
    await site.look('first');
    const target = site.controls.target(site.platform, 'username');
    const asked: string[] = [];
    for (let n = 0; n < 35; n += 1) {
      site.later(1 / 60);
      asked.push(...(await site.look(`nobody${n}`)).probed.filter((each) => !each.startsWith('nobody')));
    }
    expect({ asked, contradictions: target?.contradictions }).toEqual({ asked: [], contradictions: 0 });
    expect((await site.look('ada')).verdict).toBe('registered');
  });

  it('workers share the ten', async () => {
    const site = setUp(strong, 'async', undefined, { workers: () => 5 });
    const needed: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      site.later(1 / 60);
      const { probed } = await site.look(`nobody${n}`);
      if (n > 0 && probed.includes('positive')) needed.push(n);
    }
    expect(needed).toEqual([3, 6]); // the first rests on a control that was sent with it
  });

  it('is found by one worker for all: what others deny by the control that their shards began with is taken back too', async () => {
    const withdrawn: WithdrawnAnswers[] = [];
    const options = { workers: () => 2, onWithdraw: (answers: WithdrawnAnswers) => withdrawn.push(answers) };
    const [finder, other] = [setUp(strong, 'async', undefined, options), setUp(strong, 'async', undefined, options)];
    await finder.look('nobody');
    const shard = { control: finder.saved.at(-1), readAt: finder.now() };
    for (const site of [finder, other]) site.later(1, () => no(NOBODY));
    for (let n = 0; n < 6; n += 1) await finder.look(`real${n}`);
    expect(finder.saved.at(-1)?.outcome.state).toBe('failed');
    other.later(4);
    expect((await other.look('real9', shard)).verdict).toBe('not_registered');
    expect(withdrawn.some(({ since, until }) => other.now() >= since && other.now() < until)).toBe(true);
  });

  it('that was over when the control was run takes nothing back of what is denied afterwards', async () => {
    const withdrawn: WithdrawnAnswers[] = [];
    const site = setUp(strong, 'async', undefined, { workers: () => 2, onWithdraw: (answers) => withdrawn.push(answers) });
    await site.look('nobody');
    let denied = 0;
    site.later(1, (probed) => {
      if (!isThere(probed)) return no(NOBODY);
      denied += 1;
      return denied <= 2 ? no(NOBODY) : honest(probed);
    });
    for (let n = 0; n < 6; n += 1) await site.look(`nobody${n}`);
    expect(withdrawn).toHaveLength(1);
    site.later(1);
    expect((await site.look('somebody')).verdict).toBe('not_registered');
    expect(withdrawn.some(({ until }) => site.now() < until)).toBe(false);
  });

  it('while the known account cannot be asked, no further "no" counts, however many there are', async () => {
    const site = setUp(strong);
    await site.look('first');
    site.later(0, (probed) => (/^(?:northwind|contoso)$/.test(probed) ? blocked : no(NOBODY)));
    const counted: string[] = [];
    for (let n = 0; n < 3_000; n += 1) {
      site.later(1 / 60);
      counted.push((await site.look(`nobody${n}`)).verdict);
    }
    expect(counted.slice(0, 10)).toEqual(Array<string>(10).fill('not_registered'));
    expect(new Set(counted.slice(10))).toEqual(new Set(['uncalibrated']));
  });

  it('an instant lookup has the known account asked right behind its own request', async () => {
    const site = setUp(strong, 'instant');
    for (let n = 0; n < 11; n += 1) {
      site.later(1 / 60);
      await site.look(`nobody${n}`);
    }
    site.later(1 / 60);
    expect((await site.look('nobody11')).probed).toEqual(['nobody11', 'positive']);
  });
});
