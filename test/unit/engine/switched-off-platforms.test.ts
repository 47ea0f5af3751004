import { expect, it } from 'vitest';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import type { OutboundHttp } from '../../../src/engine/http/types.js';
import { RuleProber } from '../../../src/engine/platform-prober.js';
import { platformOf } from '../../support/fixtures.js';

const platform = platformOf('example', {
  probes: {
    username: {
      method: 'public_api',
      request: { method: 'GET', url: 'https://api.example.com/users/{username}' },
      safety: { basis: 'documented_api', reviewed: '2026-01-01', reason: 'reads a public profile' },
      registered: { status: [200] },
      absent: { status: [404] },
    },
  },
});

it('a platform that is switched off is sent nothing, and none is while it is unknown which are; neither is observed', async () => {
  const sent: string[] = [];
  const transport: OutboundHttp = {
    send: async ({ url }) => {
      sent.push(url.href);
      return { ok: false, reason: 'timeout', detail: '', status: null, host: url.host, requests: 1, latencyMs: 1 };
    },
    egressRejected: () => undefined,
    close: async () => undefined,
    stats: () => ({ inFlight: 0, waiting: 0, idleConnections: 0 }),
  };
  const observed: string[] = [];
  const observers = [({ state }: Verdict, { slug }: Platform) => void observed.push(`${slug} ${state}`)];
  const probe = async (current: () => Promise<ReadonlySet<string>>) => {
    const prober = new RuleProber({ transport, violation: () => null, switches: { current }, observers });
    const limits = { signal: new AbortController().signal, deadlineMs: 1_000 };
    const verdict = await prober.probe(platform, { type: 'username', value: 'ada' }, limits);
    return verdict.state === 'inconclusive' ? verdict.reason : verdict.state;
  };
  expect(await probe(async () => new Set(['example']))).toBe('disabled');
  expect(await probe(() => Promise.reject(new Error('away')))).toBe('interrupted');
  expect([sent, observed]).toEqual([[], []]);
  expect(await probe(async () => new Set(['other']))).toBe('timeout');
  expect([sent, observed]).toEqual([['https://api.example.com/users/ada'], ['example inconclusive']]);
});
