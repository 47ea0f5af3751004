import fc from 'fast-check';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import type { LookupPlan, RecordedOutcome } from '../../src/features/lookups/lookup.js';
import { type Platform, STRENGTHS } from '../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { INCONCLUSIVE_REASONS } from '../../src/engine/evaluation/verdict.js';

const slug = fc.stringMatching(/^[a-z]{1,3}$/);

/** An outcome as the record holds it; few platforms, so that several outcomes meet on one. */
export const recordedOutcome: fc.Arbitrary<RecordedOutcome> = fc
  .record({
    platform: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    subject: fc.constantFrom(...QUERY_TYPES),
    state: fc.constantFrom('registered' as const, 'not_registered' as const, 'inconclusive' as const),
    reason: fc.constantFrom(...INCONCLUSIVE_REASONS),
    method: fc.constantFrom('public_api' as const, 'account_enumeration' as const, 'domain_derived' as const),
    mailboxProvider: fc.boolean(),
    basis: fc.constantFrom(null, 'domain' as const, 'mailbox' as const),
    checkedAt: fc.date({ min: new Date('2030-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }),
    fromCache: fc.boolean(),
    egress: fc.constantFrom(null, 'direct'),
    profile: fc.constantFrom(
      null,
      { displayName: 'Ada Example', createdYear: 2016 },
      { createdAt: '2026-11-20T00:00:00.000Z', createdYear: 2026 },
    ),
    seq: fc.integer({ min: 1, max: 20 }),
  })
  .map((raw) => ({ ...raw, reason: raw.state === 'inconclusive' ? raw.reason : null, evidence: null }));

/** Outcomes of a lookup: a platform and subject occur once, as the record's key has it. */
export const recordedOutcomes = fc.uniqueArray(recordedOutcome, {
  selector: ({ platform, subject }) => `${platform}:${subject}`,
  maxLength: 15,
});

export const lookupPlan: fc.Arbitrary<LookupPlan> = fc
  .uniqueArray(
    fc.record({ platform: fc.integer({ min: 0, max: 5_000 }).map((n) => `p${n}`), subjects: fc.constant(['username' as const]) }),
    {
      selector: ({ platform }) => platform,
      maxLength: 400,
    },
  )
  .map((targets) => ({ targets, modules: ['footprint'] }));

const rule: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'a documented public interface' },
  registered: { status: [200] },
  absent: { status: [404] },
};

const strengthValue = fc.constantFrom(...STRENGTHS);

/** A platform that takes some query types, and answers some of any types at once (more than it takes, now and then). */
export const platform: fc.Arbitrary<Platform> = fc
  .record({
    slug,
    strength: fc.oneof(strengthValue, fc.dictionary(fc.constantFrom(...QUERY_TYPES), strengthValue)),
    ownFile: fc.boolean(),
    takes: fc.subarray([...QUERY_TYPES]),
    instant: fc.subarray([...QUERY_TYPES]),
  })
  .map(({ slug: name, strength, ownFile, takes, instant }) => ({
    slug: name,
    name,
    homepage: `https://${name}.example.com`,
    icon: null,
    tags: [],
    strength,
    ...(ownFile ? { ownFile } : {}),
    instant,
    probes: Object.fromEntries(takes.map((type) => [type, rule])),
  }));

export const platforms = fc.uniqueArray(platform, { selector: ({ slug: name }) => name, maxLength: 30 });
