import type * as tables from '../breaches.js';
import { NOBODY, none, type SchemaPrivacy } from './columns.js';

export const BREACHES = {
  breaches: none('id name nameKey date domain queryTypes entryCount createdAt'),
  breachIndex: {
    digest: {
      what: 'SHA-256 of an identity that is in a breach',
      why: 'to answer whether it is in one',
      retention: 'until the operator removes the breach, or the identity is erased everywhere',
      readers: 'whoever looks that identity up',
    },
    ...none('breachId'),
  },
  breachErasures: {
    digest: {
      what: 'keyed digest of an erased entry of the breach index',
      why: 'so that no import brings it back, and nobody is told "in no breach"',
      retention: 'kept',
      readers: NOBODY,
    },
    ...none('createdAt'),
  },
  breachImports: none('fingerprint linesProcessed startedAt finishedAt'),
} as const satisfies SchemaPrivacy<typeof tables>;
