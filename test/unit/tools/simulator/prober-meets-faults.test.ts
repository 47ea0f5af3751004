import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutboundHttp } from '../../../../src/engine/http/transport.js';
import { RuleProber } from '../../../../src/engine/platform-prober.js';
import { FAULTS } from '../../../../tools/simulator/faults/index.js';
import { generateSites } from '../../../../tools/simulator/generated-sites.js';
import type { Simulator } from '../../../../tools/simulator/start-simulator.js';
import { startFive } from './client.js';

const { platforms } = generateSites(5);
const NAMES = ['ada', 'nobody-at-all', 'north-wind_7.x'];

describe("the service's own prober, against every fault on every kind of platform", () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startFive();
  });
  afterAll(() => simulator.close());

  /** Verdicts by a prober of their own: one that met a fault before leaves the platforms alone for a while. */
  async function verdicts(deadlineMs: number) {
    const transport = createOutboundHttp({ proxyUrl: simulator.proxyUrl, caFile: simulator.caFile, idleMs: 1 });
    const prober = new RuleProber({ transport, violation: () => null });
    const limits = { signal: new AbortController().signal, deadlineMs };
    const queries = platforms.flatMap((platform) => NAMES.map((value) => ({ platform, value })));
    const all = await Promise.all(
      queries.map(async ({ platform, value }) => {
        const verdict = await prober.probe(platform, { type: 'username', value }, limits);
        const truth = simulator.accounts.exists(platform.slug, 'username', value) ? 'registered' : 'not_registered';
        return {
          platform: platform.slug,
          query: `${platform.slug} ${value}`,
          actual: verdict.state,
          truth,
          reason: verdict.state === 'inconclusive' ? verdict.reason : null,
        };
      }),
    );
    await transport.close();
    const met = new Set(all.flatMap(({ platform, reason }) => (reason === 'backing_off' ? [] : [platform])));
    expect(met.size, 'platforms that were asked').toBe(platforms.length);
    return all;
  }

  test('healthy platforms: every verdict is the truth', async () => {
    const all = await verdicts(30_000);
    expect(all.filter(({ actual, truth }) => actual !== truth)).toEqual([]);
  });

  for (const { name, seenBy, truthKept } of FAULTS) {
    test(`${name}: ${seenBy === 'answer' || truthKept ? 'no verdict is wrong' : 'the control of every platform fails'}`, async () => {
      simulator.setFault('*', name);
      const all = await verdicts(700);
      simulator.setFault('*', null);
      const wrong = all.filter(({ actual, truth }) => actual !== 'inconclusive' && actual !== truth);
      if (seenBy === 'answer' || truthKept) expect(wrong).toEqual([]);
      if (seenBy === 'control') {
        const passed = platforms.filter(({ slug }) => {
          const actual = (value: string) => all.find(({ query }) => query === `${slug} ${value}`)?.actual;
          return actual('north-wind_7.x') === 'registered' && actual('nobody-at-all') === 'not_registered';
        });
        expect(passed).toEqual([]);
      }
    });
  }
});
