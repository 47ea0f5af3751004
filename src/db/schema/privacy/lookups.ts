import type * as derivedTables from '../derived.js';
import type * as leadTables from '../leads.js';
import type * as tables from '../lookups.js';
import { LOOKUP_KEYS, none, NOBODY, type SchemaPrivacy, WITH_LOOKUP } from './columns.js';

const identity = { why: 'to carry the lookup out, and to name it in answers', retention: WITH_LOOKUP, readers: LOOKUP_KEYS } as const;
const answer = { why: 'the answer', retention: WITH_LOOKUP, readers: LOOKUP_KEYS } as const;
const evidence = { why: 'to show what an answer rests on', retention: WITH_LOOKUP, readers: LOOKUP_KEYS } as const;
const fact = {
  why: 'so that a platform is not asked again at once',
  retention: 'seven days, or with the lookup that it comes from',
  readers: NOBODY,
} as const;
const WHERE = 'a platform that was asked about the identity';
const WHETHER = 'whether the identity is registered there';
const GROUNDS = 'the response in short: status, host (which may contain a username), explanation';
const HANDLE = 'a handle that an answer revealed, and its platform';

export const LOOKUPS = {
  lookups: {
    id: none,
    accountId: none,
    apiKeyId: none,
    kind: none,
    band: none,
    mode: none,
    query: { what: 'the first identity, as it was sent', ...identity },
    queryType: none,
    subjects: { what: 'every identity, in normal form', ...identity },
    rawIdentities: { what: 'every identity, as it was sent', ...identity },
    checks: none,
    platforms: none,
    bypassCache: none,
    purpose: none,
    suppressed: {
      what: 'which of the identities had opted out',
      why: 'to say why nothing was asked',
      retention: WITH_LOOKUP,
      readers: LOOKUP_KEYS,
    },
    state: none,
    plan: { what: 'the platforms to be asked, and usernames taken from e-mail addresses', ...identity },
    feedSeq: none,
    isWatched: none,
    isCompressed: none,
    platformsChecked: none,
    matches: none,
    socialMatches: none,
    acceptedAt: none,
    startedAt: none,
    finishedAt: none,
  },
  lookupResults: {
    lookupId: none,
    platform: { what: WHERE, ...answer },
    subject: none,
    source: none,
    seq: none,
    state: { what: WHETHER, ...answer },
    reason: none,
    method: none,
    mailboxProvider: none,
    checkedAt: none,
    fromCache: none,
    egress: none,
    evidence: { what: GROUNDS, ...evidence },
  },
  compressedResults: {
    lookupId: none,
    outcomeCount: none,
    head: { what: 'rows of `lookup_results`, compressed', ...answer },
    body: { what: 'rows of `lookup_results`, compressed', ...answer },
  },
  lookupModules: {
    lookupId: none,
    module: none,
    subject: none,
    seq: none,
    payload: { what: 'facts of a module: e-mail, phone, IP address, breaches, pages that mention the identity', ...answer },
    evidence: { what: 'how each source took part; breached platforms', ...evidence },
    checkedAt: none,
  },
  platformFacts: {
    accountId: none,
    identity: { what: 'keyed digest of an identity', ...fact },
    egress: none,
    platform: { what: WHERE, ...fact },
    state: { what: WHETHER, ...fact },
    method: none,
    checkedAt: none,
    evidence: { what: GROUNDS, ...fact },
    leads: { what: HANDLE, ...fact },
    rule: none,
  },
} as const satisfies SchemaPrivacy<typeof tables>;

export const DERIVED = {
  lookupDerived: {
    lookupId: none,
    platform: { what: WHERE, ...answer },
    handle: { what: 'a username taken from an e-mail address', ...answer },
    subject: none,
    seq: none,
    state: { what: WHETHER, ...answer },
    reason: none,
    method: none,
    checkedAt: none,
    fromCache: none,
    egress: none,
    evidence: { what: GROUNDS, ...evidence },
  },
} as const satisfies SchemaPrivacy<typeof derivedTables>;

export const LEADS = {
  lookupLeads: {
    lookupId: none,
    source: { what: WHERE, ...answer },
    subject: none,
    platform: { what: HANDLE, ...answer },
    handle: { what: HANDLE, ...answer },
    seq: none,
    checkedAt: none,
  },
} as const satisfies SchemaPrivacy<typeof leadTables>;
