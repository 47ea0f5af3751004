/** A site that from some request on gives everybody the same answer. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { WithdrawnAnswers } from '../../../src/engine/controls/ports.js';
import type { Conclusive } from '../../../src/engine/evaluation/verdict.js';
import { bare, no, NOBODY, setUp, yes } from './verdict-fixture.js';

/** A rule on evidence of its own, whose control holds for six hours. */
export const strong = { ...bare, registered: { status: [200], contains: ['profile'] }, absent: { status: [404], contains: ['not here'] } };
export const isThere = (name: string): boolean => /^(?:northwind|contoso|real\d+)$/.test(name);

/**
 * Asks about people, one a second, until well beyond the change.
 *
 * @param answer what everybody gets after so many requests
 * @returns whom it answered so wrongly, of them those whose answer was kept, how many were answered rightly, and what was taken back
 */
export async function runInto(answer: Conclusive['state'], change: number, people: readonly string[]) {
  let requests = 0;
  const withdrawn: WithdrawnAnswers[] = [];
  const site = setUp(strong, 'async', undefined, { onWithdraw: (answers) => withdrawn.push(answers) });
  const wrong: { readonly name: string; readonly at: Date }[] = [];
  let right = 0;
  site.later(0, (probed) => {
    requests += 1;
    const isYes = requests > change ? answer === 'registered' : isThere(probed);
    return isYes ? yes : no(NOBODY);
  });
  for (const name of people) {
    site.later(1 / 60);
    const at = site.now();
    const { verdict } = await site.look(name);
    const truth = isThere(name) ? 'registered' : 'not_registered';
    if (verdict === truth) right += 1;
    else if (verdict === answer) wrong.push({ name, at });
  }
  const isTakenBack = ({ at }: { at: Date }): boolean =>
    withdrawn.some(({ state, since, until }) => state === answer && at >= since && at < until);
  return { wrong, right, kept: wrong.filter((each) => !isTakenBack(each)), withdrawn };
}

/** At most ten people get the answer wrongly, wherever the change is and whoever comes, and the next control takes all of them back. */
export const atMostTen = (answer: Conclusive['state']) =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 5, max: 200 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (change, chance) => {
        const people = Array.from({ length: change + 40 }, (_, n) => (chance.next().value < 0.4 ? `real${n}` : `nobody${n}`));
        const { wrong, kept } = await runInto(answer, change, people);
        expect(wrong.length).toBeLessThanOrEqual(10);
        expect(kept).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
