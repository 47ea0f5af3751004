/** What rules say of their platforms beside the evidence, from question to outcome: real prober and controls, simulated platforms. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ruleFault } from '../../../src/engine/catalogue/validation/validate-rule.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { createOutboundHttp } from '../../../src/engine/http/transport.js';
import type { OutboundHttp } from '../../../src/engine/http/types.js';
import { identityDigest } from '../../../tools/simulator/identity-variables.js';
import { type Simulator, startSimulator } from '../../../tools/simulator/start-simulator.js';
import { platformOf } from '../../support/fixtures.js';
import { probingOf } from '../support/probing.js';

const SOURCE = 'https://help.example.com/names';
const site = (slug: string, more: Partial<ProbeRule>) =>
  platformOf(slug, {
    homepage: `https://${slug}.example/`,
    probes: {
      username: {
        method: 'public_api',
        pattern: '^[a-z0-9]{2,32}$',
        request: { method: 'GET', url: `https://${slug}.example/users/{username}` },
        safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'An invented platform of a test.' },
        registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] },
        absent: { status: [404], json: [{ pointer: '/message', equals: 'Not Found' }] },
        positiveControls: ['northwind'],
        ...more,
      },
    },
  });
const PLATFORMS = [
  site('open', {}),
  site('discreet', { readsAbsent: [{ class: 'private profiles', source: SOURCE }] }),
  site('filtered', { reservedNames: { names: ['Everyone'], pattern: 'filtered', source: SOURCE } }),
];
const people = ['ada', 'everyone', 'notfiltered'].map((name) => ({ identities: { username: [name] }, share: 1 }));

let simulator: Simulator;
let transport: OutboundHttp;
beforeAll(async () => {
  simulator = await startSimulator({ platforms: PLATFORMS, accounts: { people } });
  transport = createOutboundHttp({ proxyUrl: simulator.proxyUrl, caFile: simulator.caFile, idleMs: 1 });
});
afterAll(async () => {
  await transport.close();
  await simulator.close();
});
beforeEach(() => simulator.resetRequests());

/** Probes one platform with fresh controls. @returns its state or reason, and the state of its control */
async function query(slug: string, username: string): Promise<{ verdict: string; control: string | undefined }> {
  const { controlStore, probe } = probingOf(transport, PLATFORMS);
  const [outcome] = await probe(slug, { username });
  const control = (await controlStore.newest([slug])).get(`${slug}:username`);
  return { verdict: outcome?.reason ?? outcome?.state ?? 'nothing', control: control?.outcome.state };
}
const queries = (username: string) =>
  simulator.requests().log.filter(({ identity }) => identity === identityDigest('username', username)).length;

it('the rules of these tests are sound', () => {
  for (const { probes } of PLATFORMS) expect(probes.username && ruleFault(probes.username, 'username')).toBeNull();
});

describe('a rule of a platform on which accounts read absent that their holders can use', () => {
  it('confirms, by controls whose negative one reads absent as on any platform', async () => {
    expect(await query('discreet', 'ada')).toEqual({ verdict: 'registered', control: 'passed' });
  });

  it('never denies: an account that reads absent may be one of those', async () => {
    expect((await query('open', 'nobody')).verdict).toBe('not_registered');
    expect((await query('discreet', 'nobody')).verdict).toBe('only_confirms');
  });
});

describe('a name that its platform reserves or filters', () => {
  it.each(['everyone', 'notfiltered', 'filtered'])('"%s" is omitted without a request', async (name) => {
    expect(await query('filtered', name)).toEqual({ verdict: 'reserved_name', control: undefined });
    expect(simulator.requests().log).toEqual([]);
    expect(queries(name)).toBe(0);
  });

  it('others are asked about', async () => {
    expect((await query('filtered', 'ada')).verdict).toBe('registered');
    expect((await query('filtered', 'everyone1')).verdict).toBe('not_registered');
    expect(queries('ada')).toBe(1);
  });
});
