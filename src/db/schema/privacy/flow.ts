import type * as tables from '../flow.js';
import { none, type SchemaPrivacy } from './columns.js';

export const FLOW = {
  fleetMembers: none('id pool egresses acknowledgedMembers status expiresAt'),
  hostFlow: none('pool host egress concurrency decreasedAt circuitOpenUntil trips trialLeaseUntil updatedAt'),
} as const satisfies SchemaPrivacy<typeof tables>;
