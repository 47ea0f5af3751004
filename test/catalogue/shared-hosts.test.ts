/** Platforms that one host answers for share what it may be asked. */
import { describe, expect, it } from 'vitest';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { hostTemplate } from '../../src/engine/http/probe-request.js';
import { shipped } from '../support/shipped-catalogue.js';

/** `PROBE_HOST_RATE` where no rule says more. */
const USUAL_RATE = 10;

describe('a host that several platforms are asked at', () => {
  it.each(QUERY_TYPES)('takes two whole lookups a second (%s)', (type) => {
    const hosts = new Map<string, { count: number; rates: Set<number> }>();
    for (const { probes } of shipped.catalogue.platforms) {
      const rule = probes[type];
      if (rule === undefined) continue;
      const seen = hosts.get(hostTemplate(rule)) ?? { count: 0, rates: new Set<number>() };
      seen.count += 1;
      seen.rates.add(rule.request.limits?.perSecond ?? USUAL_RATE);
      hosts.set(hostTemplate(rule), seen);
    }
    const busy = [...hosts].filter(([, { count, rates }]) => 2 * count > Math.min(...rates));
    expect(busy.map(([host, { count, rates }]) => `${host}: ${count} platforms, ${[...rates].join(' or ')} a second`)).toEqual([]);
    expect(Math.max(...[...hosts.values()].map(({ count }) => count))).toBeGreaterThan(0);
  });
});
