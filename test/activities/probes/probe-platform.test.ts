import { describe, expect, it } from 'vitest';
import { type PlatformProbePorts, probePlatform, type ProbeContext } from '../../../activities/probes/probe-platform.js';
import { CircuitTrials } from '../../../activities/probes/health-probes.js';
import { ControlRunner } from '../../../src/engine/controls/control-runner.js';
import { RequestCoalescer } from '../../../activities/probes/request-coalescer.js';
import type { Control } from '../../../src/engine/controls/control.js';
import { ruleDigest } from '../../../src/engine/catalogue/rules/revision.js';
import type { QueueTicket } from '../../../src/engine/flow/request-class.js';
import type { PlatformProber } from '../../../src/engine/http/prober.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import { platformOf } from '../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const rule: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'a public page' },
  registered: { status: [200], json: [{ pointer: '/name', is: 'identity' }] },
  absent: { status: [404], contains: ['nobody here'] },
  positiveControls: ['northwind'],
};
const platform = platformOf('one', { probes: { username: rule } });

const patient: QueueTicket = { requestClass: 'async', fairnessKey: 'account', maxWaitMs: 1_000 };

/** Asks about somebody; gives how the request waited for a slot. */
async function ticketOf(latencyMs: number | null, queue = patient): Promise<QueueTicket | undefined> {
  const tickets: Array<QueueTicket | undefined> = [];
  const prober: PlatformProber = {
    probe: async (_, { value }, { queue: ticket }) => {
      tickets.push(ticket);
      return {
        state: 'registered',
        evidence: { status: 200, explanation: `@${value}`, host: 'platform.example.com', latencyMs: 1, requests: 1 },
      };
    },
  };
  const shared = { prober, backoffs: { backoffs: async () => new Map(), backOff: async () => undefined }, now: () => NOW };
  const negativeIdentities = { make: () => ({ type: 'username' as const, value: 'qxzvbnmk' }), makeLike: () => null };
  const controls = new ControlRunner({
    ...shared,
    store: { newest: async () => new Map(), save: async () => undefined },
    negativeIdentities,
  });
  const control: Control = {
    platform: platform.slug,
    subject: 'username',
    checkedAt: NOW,
    latencyMs,
    outcome: { state: 'passed', mayConfirm: true, mayDeny: true, explanation: '', rule: ruleDigest(platform.probes.username) },
  };
  const flow = {
    coalescer: new RequestCoalescer<Verdict>(),
    trials: new CircuitTrials({ prober, negativeIdentities, claim: async () => false }),
  };
  const ports = {
    ...shared,
    ...flow,
    controls,
    applicability: { countryOf: () => null, hasNegativeControl: () => true },
    egress: 'direct',
    catalogue: { platforms: [platform], get: () => platform },
    switches: { current: async () => new Set() },
  } as unknown as PlatformProbePorts;
  const { signal } = new AbortController();
  const context: ProbeContext = {
    lookup: { subjects: { username: 'ada' }, bypassCache: false },
    backingOff: new Map(),
    controls: new Map([[`${platform.slug}:username`, control]]),
    readAt: NOW,
    signal,
    cancelled: signal,
    queue,
  };
  const [outcome] = await probePlatform(ports, context, { platform: platform.slug, subjects: ['username'] });
  expect(outcome?.state).toBe('registered');
  expect(tickets).toHaveLength(1);
  return tickets[0];
}

/** What becomes of a scoped rule, and how many requests were sent, controls included. */
async function probed(value: string, hasNegativeControl = true): Promise<{ reason: string | null | undefined; requests: number }> {
  const scoped = platformOf('scoped', {
    probes: { phone: { ...rule, request: { method: 'GET', url: 'https://platform.example.com/{phone}' }, scope: { countries: ['US'] } } },
  });
  let requests = 0;
  const prober: PlatformProber = {
    probe: async () => {
      requests += 1;
      return {
        state: 'not_registered',
        evidence: { status: 404, explanation: '', host: 'platform.example.com', latencyMs: 1, requests: 1 },
      };
    },
  };
  const negativeIdentities = {
    make: () => (hasNegativeControl ? { type: 'phone' as const, value: '+12065550199' } : null),
    makeLike: () => null,
  };
  const shared = { prober, backoffs: { backoffs: async () => new Map(), backOff: async () => undefined }, now: () => NOW };
  const store = { newest: async () => new Map(), save: async () => undefined };
  const ports = {
    ...shared,
    coalescer: new RequestCoalescer<Verdict>(),
    trials: new CircuitTrials({ prober, negativeIdentities, claim: async () => false }),
    controls: new ControlRunner({ ...shared, store, negativeIdentities }),
    applicability: { countryOf: (phone: string) => (phone.startsWith('+1') ? 'US' : null), hasNegativeControl: () => hasNegativeControl },
    egress: 'direct',
    catalogue: { platforms: [scoped], get: () => scoped },
    switches: { current: async () => new Set() },
  } as unknown as PlatformProbePorts;
  const { signal } = new AbortController();
  const lookup = { subjects: { phone: value }, bypassCache: false };
  const context: ProbeContext = {
    lookup,
    backingOff: new Map(),
    controls: new Map(),
    readAt: NOW,
    signal,
    cancelled: signal,
    queue: patient,
  };
  const [outcome] = await probePlatform(ports, context, { platform: 'scoped', subjects: ['phone'] });
  return { reason: outcome?.reason, requests };
}

describe('a rule that cannot answer', () => {
  it('an identity outside its scope causes no request, not even of a control', async () => {
    expect(await probed('+447700900123')).toEqual({ reason: 'not_applicable', requests: 0 });
    expect((await probed('+12065550142')).requests).toBeGreaterThan(1);
  });

  it('for which no negative control can be made causes none: its answer could not count', async () => {
    expect(await probed('+12065550142', false)).toEqual({ reason: 'uncalibrated', requests: 0 });
  });
});

describe('who is asked first in a sweep', () => {
  it('a platform that is known to be slow, in whichever shard it stands', async () => {
    expect(await ticketOf(9_000)).toMatchObject({ ...patient, isSlow: true });
    expect(await ticketOf(2_500)).toMatchObject({ ...patient, isSlow: true });
  });

  it('not one that is quick or of which nothing is known', async () => {
    expect(await ticketOf(2_499)).toMatchObject({ ...patient, isSlow: false });
    expect(await ticketOf(null)).toMatchObject({ ...patient, isSlow: false });
  });

  it('in an instant lookup everything by the time the answer leaves, slow or not', async () => {
    const instant: QueueTicket = { requestClass: 'instant', fairnessKey: 'account', maxWaitMs: 700 };
    expect(await ticketOf(9_000, instant)).toMatchObject(instant);
    expect(await ticketOf(100, instant)).toMatchObject(instant);
  });
});
