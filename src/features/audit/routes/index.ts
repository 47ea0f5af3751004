/** Operations of audit: a file each, named by its `operationId`. */
import type { Route } from '../../route.js';
import type { AuditLog } from '../store/audit-log.js';
import { listAuditEntriesRoute } from './list-audit-entries.js';

export function auditRoutes(ctx: { readonly audit: AuditLog }): Route[] {
  return [listAuditEntriesRoute(ctx)];
}
