/** A rule that is suspected to be wrong, from question to outcome: real prober and controls, simulated platforms. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { createOutboundHttp } from '../../../src/engine/http/transport.js';
import type { OutboundHttp } from '../../../src/engine/http/types.js';
import { identityDigest } from '../../../tools/simulator/identity-variables.js';
import { type Simulator, startSimulator } from '../../../tools/simulator/start-simulator.js';
import { platformOf } from '../../support/fixtures.js';
import { type Probing, probingOf } from '../support/probing.js';

const rule: ProbeRule = {
  method: 'public_api',
  pattern: '^[a-z0-9]{2,32}$',
  request: { method: 'GET', url: 'https://old.example/users/{username}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'An invented platform of a test.' },
  suspect: 'disabled_elsewhere',
  registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] },
  absent: { status: [404], json: [{ pointer: '/message', equals: 'Not Found' }] },
  positiveControls: ['northwind'],
};
const platform = platformOf('old', { homepage: 'https://old.example/', probes: { username: rule } });
const ADA = identityDigest('username', 'ada');

let simulator: Simulator;
let transport: OutboundHttp;
let egress: Probing;
beforeAll(async () => {
  simulator = await startSimulator({ platforms: [platform], accounts: { people: [{ identities: { username: ['ada'] }, share: 1 }] } });
  transport = createOutboundHttp({ proxyUrl: simulator.proxyUrl, caFile: simulator.caFile, idleMs: 1 });
});
afterAll(async () => {
  await transport.close();
  await simulator.close();
});
beforeEach(() => {
  simulator.setFault('*', null);
  simulator.resetRequests();
  egress = probingOf(transport, [platform]);
});

async function query(username: string): Promise<string> {
  const [outcome] = await egress.probe('old', { username });
  return outcome?.reason ?? outcome?.state ?? 'nothing';
}
const identities = () => simulator.requests().log.map(({ identity }) => identity);

it('answers after a whole control through its egress: both kinds go before the first question about somebody', async () => {
  expect(await query('ada')).toBe('registered');
  const probed = identities();
  expect(probed.slice(0, 2)).toContain(identityDigest('username', 'northwind'));
  expect(probed.slice(0, 2)).not.toContain(ADA);
  expect(probed[2]).toBe(ADA);
});

it('answers by the same control while that is valid, as all others', async () => {
  expect(await query('ada')).toBe('registered');
  simulator.resetRequests();
  expect(await query('nobody')).toBe('not_registered');
  expect(identities()).toEqual([identityDigest('username', 'nobody')]);
});

it('another egress begins with a control of its own', async () => {
  await query('ada');
  egress = probingOf(transport, [platform]);
  simulator.resetRequests();
  await query('ada');
  expect(identities().indexOf(ADA)).toBe(2);
});

it.each([
  ['not_found_for_all', 'quarantined'],
  ['challenge_403', 'uncalibrated'],
] as const)('%s: the platform learns of nobody, and is omitted', async (fault, reason) => {
  simulator.setFault('old', fault);
  expect(await query('ada')).toBe(reason);
  expect(identities()).not.toContain(ADA);
});
