import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatorRemote } from '../../../../tools/bench/truth/simulator-remote.js';
import { createFaultRegistry } from '../../../../tools/simulator/faults/fault-registry.js';
import { FAULTS } from '../../../../tools/simulator/faults/index.js';
import type { FaultSetting } from '../../../../tools/simulator/faults/occurrence.js';
import { generateSites } from '../../../../tools/simulator/generated-sites.js';
import { identityDigest } from '../../../../tools/simulator/identity-variables.js';
import { startSimulator, type Simulator } from '../../../../tools/simulator/start-simulator.js';
import { clientOf } from './client.js';

const REQUESTS = 4_000;
const MINUTE = 60_000;

/** Whether each of many requests is struck. @param addresses different ones, each requested in turn */
function strikes(setting: Omit<FaultSetting, 'fault'>, slug = 'one', addresses = REQUESTS): boolean[] {
  const faults = createFaultRegistry(['one', 'two'], () => undefined);
  faults.set(slug, { fault: 'hang', ...setting });
  return Array.from(
    { length: REQUESTS },
    (_, n) => faults.strike(slug, { connection: {}, address: `a${n % addresses}`, at: n * MINUTE }) !== null,
  );
}
const shareOf = (struck: readonly boolean[]): number => struck.filter(Boolean).length / struck.length;

describe('a fault at a share of the requests', () => {
  test.each([0.02, 0.1, 0.25, 0.5])('%d: strikes as often, and independently of what it struck before', (share) => {
    const struck = strikes({ share });
    const error = 4 * Math.sqrt((share * (1 - share)) / REQUESTS);
    expect(Math.abs(shareOf(struck) - share)).toBeLessThan(error);
    const after = struck.filter((_, n) => struck[n - 1] === true);
    expect(Math.abs(shareOf(after) - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / after.length));
  });

  test('draws the same with the same seed, and other requests at another platform or with another seed', () => {
    expect(strikes({ share: 0.25 })).toEqual(strikes({ share: 0.25 }));
    expect(strikes({ share: 0.25 }, 'two')).not.toEqual(strikes({ share: 0.25 }));
    expect(strikes({ share: 0.25, seed: 'other' })).not.toEqual(strikes({ share: 0.25 }));
  });

  test('one bad node of two: half of the requests in no order, or strictly every other one', () => {
    expect(Math.abs(shareOf(strikes({ nodes: 'drawn' })) - 0.5)).toBeLessThan(0.04);
    expect(strikes({ nodes: 'alternating' }).slice(0, 6)).toEqual([false, true, false, true, false, true]);
  });

  test('a limit: every request after so many', () => {
    expect(strikes({ after: 3 }).slice(0, 6)).toEqual([false, false, false, true, true, true]);
  });

  test('an address keeps what was drawn for it, as behind a cache; so does a spell; a connection keeps its node', () => {
    const struck = strikes({ share: 0.5, per: 'address' }, 'one', 40);
    expect(struck.slice(0, 40)).toEqual(struck.slice(40, 80));
    expect(new Set(struck.slice(0, 40)).size).toBe(2);
    const spells = strikes({ share: 0.25, per: 'spell' });
    expect(new Set(spells.slice(0, 10)).size).toBe(1);
    expect(Math.abs(shareOf(spells) - 0.25)).toBeLessThan(0.1);
    const faults = createFaultRegistry(['one'], () => undefined);
    faults.set('one', { fault: 'hang', share: 0.5, per: 'connection' });
    const [connection, address] = [{}, 'a'];
    const drawn = Array.from({ length: 20 }, () => faults.strike('one', { connection, address, at: 0 }));
    expect(new Set(drawn).size).toBe(1);
  });
});

describe('through the control API', () => {
  let simulator: Simulator;
  const { platforms, samples } = generateSites(11, { kinds: ['pages'], withoutUsual: true });
  beforeAll(async () => {
    simulator = await startSimulator({ platforms, samples, accounts: { people: [{ identities: { username: ['ada'] }, share: 1 }] } });
  });
  afterAll(() => simulator.close());

  test('shares and nodes can be set for single platforms, and each fault takes them', async () => {
    const remote = simulatorRemote(simulator.controlUrl);
    for (const { name } of FAULTS) await remote.setFaults(new Map([['site-0001', { fault: name, share: 0.1 }]]));
    await remote.setFaults(new Map([['site-0001', { fault: 'not_found_for_all', nodes: 'alternating' }]]));
    const client = clientOf(simulator);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await client.get('https://site-0001.example/ada')).status);
    await client.close();
    expect(statuses).toEqual([200, 404, 200, 404]);
    await remote.setFaults(new Map());
  });

  test('requests are counted by platform and identity, and pages at no account’s address by path', async () => {
    const label = platforms.find(({ tags }) => tags.includes('pages-label'));
    const client = clientOf(simulator, 4);
    simulator.resetRequests();
    for (const url of [
      'https://site-0001.example/',
      'https://site-0001.example/ada',
      'https://site-0001.example/ada',
      `https://ada.${label?.slug}.example/`,
    ])
      expect((await client.get(url)).status).toBe(200);
    await client.close();
    const ada = `username/${identityDigest('username', 'ada')}`;
    expect(await simulatorRemote(simulator.controlUrl).addresses()).toEqual({
      'site-0001': { '/': 1, [ada]: 2 },
      [label?.slug ?? '']: { [ada]: 1 },
    });
  });
});
