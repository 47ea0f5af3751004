import type * as tables from '../erasures.js';
import { NOBODY, none, type SchemaPrivacy } from './columns.js';

export const ERASURES = {
  erasures: {
    id: none,
    accountId: none,
    apiKeyId: none,
    target: none,
    digest: {
      what: 'a keyed digest of the erased identity',
      why: 'to erase it again after a restore',
      retention: 'kept',
      readers: NOBODY,
    },
    sealed: { what: 'the identity, sealed', why: 'to find what is stored of it', retention: 'until the erasure is done', readers: NOBODY },
    isDryRun: none,
    state: none,
    counts: none,
    scan: none,
    isInLedger: none,
    createdAt: none,
    dueAt: none,
    appliedAt: none,
    finishedAt: none,
  },
  erasureSentEvents: { erasureId: none, eventId: none, endpointId: none, outcome: none, at: none },
  erasureExecutions: { erasureId: none, kind: none, ref: none },
} as const satisfies SchemaPrivacy<typeof tables>;
