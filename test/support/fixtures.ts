import type { Platform } from '../../src/domain/catalogue/platform.js';
import type { Lookup, LookupRequest } from '../../src/domain/lookup/lookup.js';

/** A platform without probes. */
export const platformOf = (slug: string, more: Partial<Platform> = {}): Platform => ({
  slug,
  name: slug,
  homepage: 'https://platform.example.com',
  icon: null,
  tags: [],
  strength: 'standard',
  instant: [],
  probes: {},
  ...more,
});

/** A deep request that nobody waits for, of one username. */
export const requestOf = (more: Partial<LookupRequest> = {}): LookupRequest => ({
  kind: 'lookup',
  band: 'deep',
  mode: 'async',
  query: 'ada-example',
  queryType: 'username',
  subjects: { username: 'ada-example' },
  checks: {},
  platforms: null,
  bypassCache: false,
  ...more,
});

/** A lookup that is accepted and has no plan. */
export const lookupOf = (more: Partial<Lookup> = {}): Lookup => ({
  ...requestOf(),
  id: 'lkp_1',
  accountId: 'acc_1',
  apiKeyId: 'key_1',
  state: 'accepted',
  plan: null,
  acceptedAt: new Date('2030-01-01T00:00:00Z'),
  finishedAt: null,
  ...more,
});
