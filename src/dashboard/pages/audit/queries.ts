/** The audit log, page by page. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { accountKey, type CurrentAccount } from '../../client/account.js';
import type { Schemas } from '../../client/api.js';
import { IN_PAGES } from '../../client/paging.js';
import { type AuditFilter, auditQueryOf } from './audit-filter.js';

export type AuditEntry = Schemas['AuditEntry'];

const SHOWN = 50;

export const auditPage = (
  account: CurrentAccount,
  filter: AuditFilter,
  limit: number,
  cursor: string | null,
  options: { signal?: AbortSignal; fetch?: (request: Request) => Promise<Response> } = {},
) =>
  account.api.GET('/account/audit', {
    params: { query: { ...auditQueryOf(filter), limit: String(limit), ...(cursor === null ? {} : { cursor }) } },
    ...options,
  });

export const auditQuery = (account: CurrentAccount, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: accountKey(account, 'audit', filter),
    queryFn: ({ pageParam }) => auditPage(account, filter, SHOWN, pageParam),
    ...IN_PAGES,
    placeholderData: keepPreviousData,
    // Reading the log is in the log: it is read when somebody asks for it, not whenever the window has the focus.
    refetchOnWindowFocus: false,
  });
