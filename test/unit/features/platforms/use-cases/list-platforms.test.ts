import { describe, expect, it } from 'vitest';
import type { QueryType } from '../../../../../src/kernel/identity/identity.js';
import type { PlatformStatus } from '../../../../../src/engine/catalogue/rules/platform-status.js';
import type { Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../../../../src/engine/catalogue/rules/probe-rule.js';
import { listPlatforms } from '../../../../../src/features/platforms/use-cases/list-platforms.js';
import { platformOf } from '../../../../support/fixtures.js';

const rule: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  registered: { status: [200], json: [{ pointer: '/name', is: 'identity' }] },
};
const platform = (slug: string, types: readonly QueryType[], more: Partial<Platform> = {}) =>
  platformOf(slug, {
    strength: 'strong',
    instant: [...types],
    probes: Object.fromEntries(types.map((type) => [type, rule])),
    ...more,
  });
const quarantined: PlatformStatus = { quarantinedUntil: new Date('9999-01-01T00:00:00Z'), controlLatencyMs: null, stats: null };

/** The list over these platforms, of which those named (`<slug>:<query type>`) are in quarantine. */
function listed(platforms: readonly Platform[], ...ill: readonly string[]) {
  const statuses = new Map(ill.map((key) => [key, quarantined]));
  return listPlatforms({
    catalogue: { platforms, get: (slug) => platforms.find((each) => each.slug === slug) },
    statuses: { current: async () => statuses },
    switches: { current: async () => new Set<string>() },
    instantCeilingMs: 900,
    now: () => new Date(),
  });
}

describe('the list of platforms', () => {
  it('a platform in quarantine stays listed, for its slug is still accepted; no query type reaches it until it passes a control', async () => {
    expect(await listed([platform('well', ['username']), platform('ill', ['email', 'username'])], 'ill:email', 'ill:username')).toEqual([
      { platform: 'well', supports: ['username'], instant: ['username'] },
      { platform: 'ill', supports: [], instant: [] },
    ]);
  });

  it('a query type in quarantine leaves the others of its platform alone', async () => {
    expect(await listed([platform('half', ['email', 'username'])], 'half:email')).toEqual([
      { platform: 'half', supports: ['username'], instant: ['username'] },
    ]);
  });

  it('what an address tells by itself does not depend on a control', async () => {
    expect(await listed([platform('mail', [], { mailbox: true })])).toEqual([
      { platform: 'mail', supports: ['email'], instant: ['email'] },
    ]);
  });
});
