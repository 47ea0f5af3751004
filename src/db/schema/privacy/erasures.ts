import type * as tables from '../erasures.js';
import { NOBODY, none, type SchemaPrivacy } from './columns.js';

export const ERASURES = {
  erasures: {
    digest: { what: 'a keyed digest of the erased identity', why: 'to erase it again after a restore', retention: 'kept', readers: NOBODY },
    sealed: { what: 'the identity, sealed', why: 'to find what is stored of it', retention: 'until the erasure is done', readers: NOBODY },
    indexed: {
      what: 'digests of the identity, sealed',
      why: 'to find it in the breach index',
      retention: 'until the erasure is done',
      readers: NOBODY,
    },
    ...none('id accountId apiKeyId target kept isDryRun state counts scan isInLedger createdAt dueAt appliedAt finishedAt'),
  },
  erasureSentEvents: none('erasureId eventId endpointId outcome at'),
  erasureExecutions: none('erasureId kind ref removedAt'),
} as const satisfies SchemaPrivacy<typeof tables>;
