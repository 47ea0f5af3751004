import type * as tables from '../breaches.js';
import { none, type SchemaPrivacy } from './columns.js';

export const BREACHES = {
  breaches: {
    id: none,
    name: none,
    nameKey: none,
    date: none,
    domain: none,
    queryTypes: none,
    entryCount: none,
    createdAt: none,
  },
  breachIndex: {
    digest: {
      what: 'SHA-256 of an identity that is in a breach',
      why: 'to answer whether it is in one',
      retention: 'until the operator removes the breach',
      readers: 'whoever looks that identity up',
    },
    breachId: none,
  },
  breachImports: { fingerprint: none, linesProcessed: none, startedAt: none, finishedAt: none },
} as const satisfies SchemaPrivacy<typeof tables>;
