/** Platforms that answer wrongly now and then: a share of requests, one node of two. */
import { describe, expect, it } from 'vitest';
import { bare, type Behaviour, honest, no, NOBODY, setUp, yes } from '../support/verdict-fixture.js';

/** A generator of its own for each test (Park and Miller), so that a failure can be repeated. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
const pageForAnybody: Behaviour = () => yes;
const nobodyThere: Behaviour = () => no(NOBODY);
const alternating = (bad: Behaviour): Behaviour => {
  let requests = 0;
  return (probed) => ((requests += 1) % 2 === 0 ? bad(probed) : honest(probed));
};

/** Lookups at one platform until it has contradicted itself, two minutes apart. @returns what each said */
async function untilContradiction(behaviour: Behaviour, about: (n: number) => string, most: number): Promise<string[]> {
  const { look, later, saved } = setUp();
  later(0, behaviour);
  const actual: string[] = [];
  while (actual.length < most) {
    actual.push((await look(about(actual.length))).verdict);
    if ((saved.at(-1)?.outcome.contradictions ?? []).length > 0) break;
    later(2);
  }
  return actual;
}

/** Most successes of `n` draws that chance explains at 99.9 %: mean and 3.1 standard deviations of the binomial distribution, and one. */
const mostByChance = (n: number, p: number): number => n * p + 3.1 * Math.sqrt(n * p * (1 - p)) + 1;

describe('a share p of requests is answered with a page that names anybody', () => {
  it.each([0.02, 0.1, 0.25, 0.5])('p = %d: nobody is confirmed more often than p²(1-p), nor more than five times a day', async (share) => {
    const random = drawing(Math.round(share * 1_000) + 17);
    let [probed, wrong, mostInADay] = [0, 0, 0];
    for (let site = 0; site < 400; site += 1) {
      const actual = await untilContradiction(
        (about) => (random() < share ? yes : honest(about)),
        (n) => `nobody${n}`,
        40,
      );
      const here = actual.filter((each) => each === 'registered').length;
      [probed, wrong, mostInADay] = [probed + actual.length, wrong + here, Math.max(mostInADay, here)];
    }
    expect(wrong).toBeLessThanOrEqual(mostByChance(probed, share ** 2 * (1 - share)));
    expect(mostInADay).toBeLessThanOrEqual(5);
  });
});

describe('one node of two', () => {
  it('that shows a page for anybody, in strict turns, confirms nobody', async () => {
    for (const before of [0, 1, 2]) {
      const { look, later } = setUp();
      await look('nobody');
      later(2, alternating(pageForAnybody));
      for (let n = 0; n < before; n += 1) await look('ada');
      const actual = [];
      for (let n = 0; n < 12; n += 1) actual.push((await look(`nobody${n}`)).verdict);
      expect(actual).not.toContain('registered');
      expect(actual).toContain('unconfirmed');
    }
  });

  it('that denies everybody, in strict turns, denies nobody who exists once a control was contradicted', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    later(16, alternating(nobodyThere));
    for (let n = 0; n < 4 && (saved.at(-1)?.outcome.contradictions ?? []).length === 0; n += 1) {
      await look('ada');
      later(16);
    }
    const actual = [];
    for (let n = 0; n < 12; n += 1) actual.push((await look('ada')).verdict);
    expect(actual).not.toContain('not_registered');
  });
});

describe('a platform that contradicted itself', () => {
  it('gives a bare "no" for a day only with two positive controls after it, and itself again', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    let denied = 0;
    later(16, (probed) => (probed === 'northwind' && (denied += 1) === 1 ? no(NOBODY) : honest(probed)));
    expect((await look('nobody')).verdict).toBe('uncalibrated');
    expect(saved.at(-1)?.outcome.contradictions?.map(({ kind }) => kind)).toEqual(['positive']);
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody', 'nobody', 'positive', 'positive'] });
    later(24 * 60);
    expect((await look('nobody')).probed).not.toContain('similar');
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody', 'nobody'] }); // until it has shown itself steady
  });

  it('gives none after the second contradiction, and no bare "yes" after the first', async () => {
    const { look, later } = setUp();
    await look('nobody');
    for (let n = 0; n < 2; n += 1) {
      let denied = 0;
      later(16, (probed) => (probed === 'northwind' && (denied += 1) === 1 ? no(NOBODY) : honest(probed)));
      expect((await look('nobody')).verdict).toBe('uncalibrated');
    }
    expect([await look('nobody'), await look('ada')].map(({ verdict }) => verdict)).toEqual(['unconfirmed', 'unconfirmed']);
    later(24 * 60);
    expect([await look('nobody'), await look('ada')].map(({ verdict }) => verdict)).toEqual(['not_registered', 'registered']);
  });

  it('takes no "yes" from rules with evidence of their own, whose "no" is made sure of', async () => {
    const { look, later } = setUp({
      ...bare,
      registered: { status: [200], contains: ['profile of {username}'] },
      absent: { status: [404], contains: ['no such member'] },
    });
    let denied = 0;
    later(0, (probed) => (probed === 'northwind' && (denied += 1) === 1 ? no(NOBODY) : honest(probed)));
    await look('nobody');
    expect(await look('ada')).toEqual({ verdict: 'registered', probed: ['ada', 'similar'] });
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody', 'nobody', 'positive', 'positive'] });
  });

  it('a bare "yes" that is a "no" when it is repeated is a contradiction', async () => {
    const { look, later, saved } = setUp();
    await look('nobody');
    let probed = 0;
    later(2, (about) => (about === 'bob' && (probed += 1) === 1 ? yes : honest(about)));
    expect((await look('bob')).verdict).toBe('unconfirmed');
    expect(saved.at(-1)?.outcome.contradictions?.map(({ kind }) => kind)).toEqual(['answer']);
    expect(await look('ada')).toEqual({ verdict: 'unconfirmed', probed: ['ada'] });
  });

  it('an instant lookup leaves a bare "yes" out instead of waiting for what it needs', async () => {
    const { look } = setUp(bare, 'instant');
    await look('nobody');
    expect(await look('ada')).toEqual({ verdict: 'unconfirmed', probed: ['ada'] });
    expect(await look('nobody')).toEqual({ verdict: 'not_registered', probed: ['nobody'] });
  });
});

describe('a site that answers one request in ten with the 404 of nobody', () => {
  /** 24 questions about people, an hour apart, on each of twenty sites. @returns how many of them were denied */
  async function deniedOf(isNew: boolean): Promise<number> {
    const random = drawing(4_711);
    let denied = 0;
    for (let site = 0; site < 20; site += 1) {
      const { look, later } = setUp(bare, 'async', undefined, { isNew });
      later(0, (about) => (random() < 0.1 ? no(NOBODY) : honest(/^real/.test(about) ? 'ada' : about)));
      for (let hour = 0; hour < 24; hour += 1) {
        later(60);
        if ((await look(`real${hour}`)).verdict === 'not_registered') denied += 1;
      }
    }
    return denied;
  }

  it('denies at most four of 480, and many more if its first answers count', async () => {
    const first = await deniedOf(true);
    expect(first).toBeLessThanOrEqual(4);
    expect(await deniedOf(false)).toBeGreaterThan(2 * first);
  });
});
