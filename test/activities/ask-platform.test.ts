import { describe, expect, it } from 'vitest';
import { askPlatform, type Asking, type ProbeActivityPorts } from '../../activities/probe.js';
import { Controls } from '../../activities/controls.js';
import type { Control } from '../../src/domain/calibration.js';
import type { Platform } from '../../src/domain/platform.js';
import type { PlatformProber } from '../../src/domain/ports.js';
import type { ProbeRule } from '../../src/domain/probe-rule.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const rule: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  harmless: { basis: 'public_page', reviewed: '2030-01-01', why: 'a public page' },
  registered: { status: [200], contains: ['@{username}'] },
  absent: { status: [404], contains: ['nobody here'] },
  known: ['northwind'],
};
const platform: Platform = {
  slug: 'one', name: 'One', homepage: 'https://platform.example.com', icon: null, tags: [], strength: 'standard', instant: [], probes: { username: rule },
};

/** Asks about somebody; gives how soon the answer was wanted, in milliseconds. */
async function urgencyOf(latencyMs: number | null, instant?: Asking['instant']): Promise<number | undefined> {
  const wanted: Array<number | undefined> = [];
  const prober: PlatformProber = {
    probe: async (_, { value }, { wantedWithinMs }) => {
      wanted.push(wantedWithinMs);
      return { state: 'registered', evidence: { status: 200, matched: `@${value}`, host: 'platform.example.com', latencyMs: 1, requests: 1 } };
    },
  };
  const shared = { prober, cooldowns: { coolingPlatforms: async () => new Map(), cool: async () => undefined }, now: () => NOW };
  const controls = new Controls({ ...shared, store: { newest: async () => new Map(), save: async () => undefined }, impossible: { make: () => null } });
  const control: Control = {
    platform: platform.slug, subject: 'username', checkedAt: NOW, latencyMs, outcome: { state: 'passed', mayConfirm: true, mayDeny: true, matched: '' },
  };
  const ports = { ...shared, controls, catalogue: { platforms: [platform], get: () => platform } } as unknown as ProbeActivityPorts;
  const asking: Asking = {
    lookup: { subjects: { username: 'ada' } }, cooling: new Map(), controls: new Map([[`${platform.slug}:username`, control]]),
    readAt: NOW, signal: new AbortController().signal, ...(instant ? { instant } : {}),
  };
  const [outcome] = await askPlatform(ports, asking, { platform: platform.slug, subjects: ['username'] });
  expect(outcome?.state).toBe('registered');
  expect(wanted).toHaveLength(1);
  return wanted[0];
}

describe('who is asked first in a sweep', () => {
  it('a platform that is known to be slow, in whichever shard it stands', async () => {
    expect(await urgencyOf(9_000)).toBe(10_000);
    expect(await urgencyOf(2_500)).toBe(10_000);
  });

  it('not one that is quick or of which nothing is known', async () => {
    expect(await urgencyOf(2_499)).toBeUndefined();
    expect(await urgencyOf(null)).toBeUndefined();
  });

  it('in an instant lookup everything by the time the answer leaves, slow or not', async () => {
    const instant = { ceilingAt: NOW.getTime() + 700, signal: new AbortController().signal, release: () => undefined };
    expect(await urgencyOf(9_000, instant)).toBe(700);
    expect(await urgencyOf(100, instant)).toBe(700);
  });
});
