import { describe, expect, it } from 'vitest';
import { egressPool, simulatedBy } from '../../../../src/engine/flow/egress-pool.js';

const digest = (text: string) => `digest of ${text.length}`;
const proxies = (...hosts: readonly string[]) => hosts.map((host) => ({ host, port: 8080 }));
/** A list of so many characters with its port. */
const long = (length: number) => proxies('h'.repeat(length - ':8080'.length));

describe('the egress pool of a process', () => {
  it.each<[title: string, name: string | undefined, through: ReturnType<typeof proxies>, pool: string]>([
    ['named by the operator', 'lisbon', proxies('a'), 'lisbon'],
    ['without proxies', undefined, [], 'direct'],
    ['by its proxies, each once and in one order', undefined, proxies('b', 'a', 'b'), 'proxy:a:8080,b:8080'],
    ['by all of a long list', undefined, long(60), `proxy:${'h'.repeat(55)}:8080`],
    ['by a digest of a longer one', undefined, long(61), 'proxy:digest of 61'],
  ])('is %s', (_, name, through, pool) => expect(egressPool(name, through, digest)).toBe(pool));

  it('marks what was obtained through the simulator, and nothing else', () => {
    expect(['simulator', 'direct', null, undefined].map(simulatedBy)).toEqual([{ simulated: true }, {}, {}, {}]);
  });
});
