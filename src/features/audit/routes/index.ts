/** Operations of audit: a file each, named by its `operationId`. */
import { listAuditEntriesRoute } from './list-audit-entries.js';

export const auditRoutes = [listAuditEntriesRoute];
