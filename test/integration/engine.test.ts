/** The engine by itself, as `docs/examples/engine.ts` and whoever copies it use it: no database, no server. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import type { Identity } from '../../src/kernel/identity/identity.js';
import { startSimulatedCatalogue } from '../support/simulated.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SLUG = 'chess-com';
const ROBIN: Identity = { type: 'username', value: 'robin-sample' };
const NOBODY: Identity = { type: 'username', value: 'zqnobody7f3' };

let sites: Awaited<ReturnType<typeof startSimulatedCatalogue>>;
let engine: Engine;
beforeAll(async () => {
  sites = await startSimulatedCatalogue({
    accounts: { people: [{ identities: { username: [ROBIN.value] }, share: 0, on: { [SLUG]: true } }] },
  });
});
afterEach(async () => {
  await engine?.close();
  sites.simulator.setFault(SLUG, null);
});
afterAll(() => sites.simulator.close());

const open = (): Engine => {
  const { simulator, loaded } = sites;
  engine = createEngine({ catalogue: loaded.catalogue, outbound: { proxyUrl: simulator.proxyUrls, caFile: simulator.caFile } });
  return engine;
};

describe('a verdict of the engine alone', () => {
  it('is the one that a control supports', async () => {
    const { verdict } = open();
    expect(await verdict(SLUG, ROBIN)).toMatchObject({ state: 'registered', evidence: { controlAt: expect.any(String) as string } });
    expect(await verdict(SLUG, NOBODY)).toMatchObject({ state: 'not_registered', evidence: { controlAt: expect.any(String) as string } });
  });

  it.each(['captcha_200', 'not_found_for_all', 'same_page_echo'] as const)('is none where the site does %s', async (fault) => {
    const { verdict } = open();
    sites.simulator.setFault(SLUG, fault);
    for (const identity of [ROBIN, NOBODY]) expect(await verdict(SLUG, identity)).toMatchObject({ state: 'inconclusive' });
  });

  it('is none about a name that the platform reserves, and nothing is sent', async () => {
    const { verdict } = open();
    sites.simulator.resetRequests();
    expect(await verdict('discord', { type: 'username', value: 'everyone' })).toMatchObject({ reason: 'reserved_name' });
    expect(sites.simulator.requests().total).toBe(0);
  });

  it('is none while the platform is quarantined, and nothing more is sent to it', async () => {
    const { verdict } = open();
    sites.simulator.setFault(SLUG, 'not_found_for_all');
    await verdict(SLUG, NOBODY);
    sites.simulator.resetRequests();
    expect(await verdict(SLUG, NOBODY)).toMatchObject({ reason: 'quarantined' });
    expect(sites.simulator.requests().total).toBe(0);
  });

  it('says why where there is no rule, and sends nothing', async () => {
    const { verdict } = open();
    sites.simulator.resetRequests();
    expect(await verdict('no-such-platform', ROBIN)).toMatchObject({ state: 'inconclusive', reason: 'not_applicable' });
    expect(sites.simulator.requests().total).toBe(0);
  });
});

it('the example prints the verdict of one identity on one platform', async () => {
  const run = async (name: string) => {
    const env = { ...process.env, PROBE_PROXY_URL: sites.simulator.proxyUrls, PROBE_CA_FILE: sites.simulator.caFile };
    const args = ['--import', 'tsx', 'docs/examples/engine.ts', SLUG, name];
    return (await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })).stdout;
  };
  expect(await run(ROBIN.value)).toMatch(/^chess-com registered /);
  expect(await run(NOBODY.value)).toMatch(/^chess-com not_registered /);
});
