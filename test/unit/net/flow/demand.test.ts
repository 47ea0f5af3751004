import { expect, it } from 'vitest';
import { Demand } from '../../../../src/net/flow/demand.js';

it('there is room while fewer requests wait than were sent in a second, and for a hundred in any case', () => {
  const demand = new Demand();
  demand.waiting = 99;
  expect(demand.hasCapacity(0)).toBe(true);
  demand.waiting = 100;
  expect(demand.hasCapacity(0)).toBe(false);
  for (let n = 0; n < 300; n += 1) demand.countSent(1_000 + n);
  demand.waiting = 299;
  expect([demand.hasCapacity(1_400), demand.hasCapacity(2_100)]).toEqual([true, true]);
  demand.waiting = 300;
  expect(demand.hasCapacity(2_100)).toBe(false);
  demand.waiting = 299;
  expect(demand.hasCapacity(3_100)).toBe(false); // what was sent before the last second says nothing of now
});
