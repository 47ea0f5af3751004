import type { ModuleFact } from '../../src/features/lookups/module-facts.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import type { Verdict } from '../../src/engine/evaluation/verdict.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { SuppressionList } from '../../src/features/suppressions/suppressions.js';
import type { Lookup, LookupRequest } from '../../src/features/lookups/lookup.js';

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
  isTest: false,
  state: 'accepted',
  plan: null,
  acceptedAt: new Date('2030-01-01T00:00:00Z'),
  finishedAt: null,
  ...more,
});

/** A rule about addresses with both sides and without an account that is known. */
export const emailRule: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{email}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  registered: { status: [200], contains: ['{email}'] },
  absent: { status: [404], contains: ['nobody'] },
};

/** A suppression list with nothing on it. */
export const nothingSuppressed: SuppressionList = { contains: async (_, identities) => identities.map(() => false) };

export const evidence = { status: 200, explanation: 'x', host: 'platform.example.com', latencyMs: 5, requests: 1 };
export const registered: Verdict = { state: 'registered', evidence };
export const notRegistered: Verdict = { state: 'not_registered', evidence };

/** What a module found of an identity. */
export const moduleFact = (
  module: ModuleFact['module'],
  subject: ModuleFact['subject'],
  payload: unknown,
  evidenceOf: ModuleFact['evidence'] = { notes: [] },
): ModuleFact => ({
  module,
  subject,
  seq: 1,
  payload: payload as ModuleFact['payload'],
  evidence: evidenceOf,
  checkedAt: new Date('2030-05-01T12:00:00Z'),
});
