import type * as tables from '../flow.js';
import { none, type SchemaPrivacy } from './columns.js';

export const FLOW = {
  fleetMembers: { id: none, pool: none, egresses: none, acknowledgedMembers: none, status: none, expiresAt: none },
  hostFlow: {
    pool: none,
    host: none,
    egress: none,
    concurrency: none,
    decreasedAt: none,
    circuitOpenUntil: none,
    trips: none,
    trialLeaseUntil: none,
    updatedAt: none,
  },
} as const satisfies SchemaPrivacy<typeof tables>;
