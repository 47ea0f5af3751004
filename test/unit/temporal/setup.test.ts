import { expect, it, vi } from 'vitest';
import { maintainSetup } from '../../../src/temporal/setup.js';

const failing = (times: number, fault: object) => {
  let calls = 0;
  return vi.fn(() => ((calls += 1) <= times ? Promise.reject(Object.assign(new Error('not now'), fault)) : Promise.resolve()));
};

it('waits for a server whose parts are not all there yet', async () => {
  const [prepare, onFailure] = [failing(3, { cause: { code: 14 } }), vi.fn()];
  const stop = await maintainSetup(prepare, onFailure, 0);
  stop();
  expect(prepare).toHaveBeenCalledTimes(4);
  expect(onFailure).toHaveBeenCalledTimes(3);
});

it('ends with a sentence when the server is not ready after sixty attempts', async () => {
  const prepare = failing(Infinity, { code: 4 });
  await expect(maintainSetup(prepare, vi.fn(), 0)).rejects.toThrow(
    /^Temporal answers at TEMPORAL_ADDRESS, but is not ready after a minute/,
  );
  expect(prepare).toHaveBeenCalledTimes(60);
});

it('does not try again what the server refuses', async () => {
  const prepare = failing(1, { code: 7 });
  await expect(maintainSetup(prepare, vi.fn(), 0)).rejects.toThrow('not now');
  expect(prepare).toHaveBeenCalledTimes(1);
});
