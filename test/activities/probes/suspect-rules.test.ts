/** A rule that is suspected to be wrong, from question to outcome: real prober and controls, simulated platforms. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CircuitTrials } from '../../../activities/probes/health-probes.js';
import { type ProbeActivityPorts, probePlatform } from '../../../activities/probes/probe.js';
import { RequestCoalescer } from '../../../activities/probes/request-coalescer.js';
import { negativeControlIdentities, ruleReach } from '../../../src/adapters/negative-control-identities.js';
import { createPlatformProber } from '../../../src/adapters/platform-prober.js';
import { requestViolation } from '../../../src/catalogue/safety/check-request.js';
import { inMemoryControls } from '../../../src/db/platforms/in-memory-controls.js';
import type { ProbeRule } from '../../../src/domain/catalogue/probe-rule.js';
import type { Verdict } from '../../../src/domain/evaluation/verdict.js';
import { ControlRunner } from '../../../src/engine/controls/control-runner.js';
import { createOutboundHttp, type OutboundHttp } from '../../../src/net/outbound-http/index.js';
import { identityDigest } from '../../../tools/simulator/identity-variables.js';
import { type Simulator, startSimulator } from '../../../tools/simulator/start-simulator.js';
import { platformOf } from '../../support/fixtures.js';

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
let egress: ReturnType<typeof startEgress>;
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
  egress = startEgress();
});

/** An egress through which nothing was asked yet. */
function startEgress() {
  const now = (): Date => new Date();
  const { controlStore, cooldowns } = inMemoryControls(now);
  const prober = createPlatformProber({ transport, objection: requestViolation });
  const negativeIdentities = negativeControlIdentities;
  const ports = {
    prober,
    cooldowns,
    now,
    reach: ruleReach,
    coalescer: new RequestCoalescer<Verdict>(),
    trials: new CircuitTrials({ prober, negativeIdentities, claim: async () => false }),
    controls: new ControlRunner({ prober, cooldowns, now, negativeIdentities, store: controlStore }),
    egress: 'direct',
    catalogue: { platforms: [platform], get: () => platform },
    switches: { current: async () => new Set() },
  } as unknown as ProbeActivityPorts;
  return { ports, controlStore, now };
}

async function ask(username: string): Promise<string> {
  const { ports, controlStore, now } = egress;
  const { signal } = new AbortController();
  const queue = { requestClass: 'async', fairnessKey: 'account', maxWaitMs: 5_000 } as const;
  const readAt = now();
  const controls = await controlStore.newest(['old']);
  const context = {
    lookup: { subjects: { username }, bypassCache: false },
    cooling: new Map(),
    controls,
    readAt,
    signal,
    cancelled: signal,
    queue,
  };
  const [outcome] = await probePlatform(ports, context, { platform: 'old', subjects: ['username'] });
  return outcome?.reason ?? outcome?.state ?? 'nothing';
}
const identities = () => simulator.requests().log.map(({ identity }) => identity);

it('answers after a whole control through its egress: both kinds go before the first question about somebody', async () => {
  expect(await ask('ada')).toBe('registered');
  const asked = identities();
  expect(asked.slice(0, 2)).toContain(identityDigest('username', 'northwind'));
  expect(asked.slice(0, 2)).not.toContain(ADA);
  expect(asked[2]).toBe(ADA);
});

it('answers by the same control while that is valid, as all others', async () => {
  expect(await ask('ada')).toBe('registered');
  simulator.resetRequests();
  expect(await ask('nobody')).toBe('not_registered');
  expect(identities()).toEqual([identityDigest('username', 'nobody')]);
});

it('another egress begins with a control of its own', async () => {
  await ask('ada');
  egress = startEgress();
  simulator.resetRequests();
  await ask('ada');
  expect(identities().indexOf(ADA)).toBe(2);
});

it.each([
  ['not_found_for_all', 'quarantined'],
  ['challenge_403', 'uncalibrated'],
] as const)('%s: the platform learns of nobody, and is omitted', async (fault, reason) => {
  simulator.setFault('old', fault);
  expect(await ask('ada')).toBe(reason);
  expect(identities()).not.toContain(ADA);
});
