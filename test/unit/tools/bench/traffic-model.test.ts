/** The model behind docs/adr/0047-denial-by-traffic.md, on a few seeds: what turns bad for good denies nobody. */
import { describe, expect, it } from 'vitest';
import { FAULTS, runModel } from '../../../../tools/bench/traffic-model.js';

const MINUTE = 60_000;
const model = { registered: 0.2, perSecond: 1, accounts: 20, isInstant: false, healthyMs: 25 * MINUTE, faultMs: 20 * MINUTE };
const seeds = ['traffic-1', 'traffic-2', 'traffic-3'];

describe('platforms that turn bad, by the rules of traffic', () => {
  it.each(['denies everybody', 'denies one domain', 'says registered of everybody for a minute, then denies everybody'] as const)(
    '"%s": no wrong "no" for a lookup that waits, and answers before',
    (fault) => {
      for (const seed of seeds) {
        const { wrong, covered, noes } = runModel({ ...model, seed, fault });
        expect({ seed, wrong }).toEqual({ seed, wrong: 0 });
        expect(covered).toBeGreaterThan(noes / 3);
      }
    },
  );

  it.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])('"%s": within the bound of a month for an instant lookup', (fault) => {
    const all = seeds.map((seed) => runModel({ ...model, seed, fault, isInstant: true }));
    const answers = all.reduce((sum, { covered, registered }) => sum + covered + registered, 0) * (720 / (10 / 60));
    const wrong = all.reduce((sum, each) => sum + each.wrong, 0);
    const isHalf = fault.includes('half') || fault.includes('second');
    expect(wrong / answers).toBeLessThan(isHalf ? 1 / 1_000 : 1 / 10_000);
  });
});
