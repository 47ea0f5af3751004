import type * as derived from './derived-schema.js';
import type * as leads from './linked-accounts-schema.js';
import type * as tables from './schema.js';
import { none, NOBODY, OF_LOOKUP, type SchemaPrivacy, WITH_LOOKUP } from '../../../kernel/db/personal-data.js';

const identity = { why: 'to carry the lookup out, and to name it in answers', retention: WITH_LOOKUP, ...OF_LOOKUP } as const;
const answer = { why: 'the answer', retention: WITH_LOOKUP, ...OF_LOOKUP } as const;
const evidence = { why: 'to show what an answer rests on', retention: WITH_LOOKUP, shownBy: 'getLookupEvidence' } as const;
const fact = {
  why: 'so that a platform is not asked again at once',
  retention: 'seven days, or with the lookup that it comes from',
  ...NOBODY,
} as const;
const WHERE = 'a platform that was asked about the identity';
const WHETHER = 'whether the identity is registered there';
const GROUNDS = 'the response in short: status, host (which may contain a username), explanation';
const HANDLE = 'a handle that an answer revealed, and its platform';

export const LOOKUPS = {
  lookups: {
    query: { what: 'the first identity, as it was sent', ...identity },
    subjects: { what: 'every identity, in normal form', ...identity },
    rawIdentities: { what: 'every identity, as it was sent', ...identity },
    suppressed: {
      what: 'which of the identities had opted out',
      why: 'to say why nothing was asked',
      retention: WITH_LOOKUP,
      ...OF_LOOKUP,
    },
    plan: {
      what: 'the platforms to be asked, and usernames taken from e-mail addresses',
      why: 'to carry the lookup out',
      retention: WITH_LOOKUP,
      shownBy: 'listLookupOmissions',
    },
    ...none('id accountId apiKeyId kind band mode queryType checks platforms bypassCache purpose state feedSeq isWatched'),
    ...none('isCompressed platformsChecked matches socialMatches acceptedAt starts restartAt startedAt finishedAt'),
  },
  lookupResults: {
    platform: { what: WHERE, ...answer },
    state: { what: WHETHER, ...answer },
    evidence: { what: GROUNDS, ...evidence },
    ...none('lookupId subject source seq reason method mailboxProvider basis checkedAt fromCache egress'),
  },
  compressedResults: {
    head: { what: 'rows of `lookup_results`, compressed', ...answer },
    body: { what: 'rows of `lookup_results`, compressed', ...answer },
    ...none('lookupId outcomeCount'),
  },
  lookupModules: {
    payload: { what: 'facts of a module: e-mail, phone, IP address, breaches, pages that mention the identity', ...answer },
    evidence: { what: 'how each source took part; breached platforms', ...answer },
    ...none('lookupId module subject seq checkedAt'),
  },
  platformFacts: {
    identity: { what: 'keyed digest of an identity', ...fact },
    platform: { what: WHERE, ...fact },
    state: { what: WHETHER, ...fact },
    evidence: { what: GROUNDS, ...fact },
    leads: { what: HANDLE, ...fact },
    ...none('accountId egress method checkedAt rule'),
  },
  lookupDerived: {
    platform: { what: WHERE, ...answer },
    handle: { what: 'a username taken from an e-mail address', ...answer },
    state: { what: WHETHER, ...answer },
    evidence: { what: GROUNDS, ...evidence, ...NOBODY },
    ...none('lookupId subject seq reason method checkedAt fromCache egress'),
  },
  lookupLinkedAccounts: {
    source: { what: WHERE, ...answer },
    platform: { what: HANDLE, ...answer },
    handle: { what: HANDLE, ...answer },
    ...none('lookupId subject seq checkedAt'),
  },
} as const satisfies SchemaPrivacy<typeof tables & typeof derived & typeof leads>;
