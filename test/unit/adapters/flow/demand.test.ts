import { expect, it } from 'vitest';
import { Demand } from '../../../../src/adapters/flow/demand.js';

it('there is room while fewer requests wait than were sent in a second, and for a hundred in any case', () => {
  const demand = new Demand();
  demand.waiting = 99;
  expect(demand.hasRoom(0)).toBe(true);
  demand.waiting = 100;
  expect(demand.hasRoom(0)).toBe(false);
  for (let n = 0; n < 300; n += 1) demand.sent(1_000 + n);
  demand.waiting = 299;
  expect([demand.hasRoom(1_400), demand.hasRoom(2_100)]).toEqual([true, true]);
  demand.waiting = 300;
  expect(demand.hasRoom(2_100)).toBe(false);
  demand.waiting = 299;
  expect(demand.hasRoom(3_100)).toBe(false); // what was sent before the last second says nothing of now
});
