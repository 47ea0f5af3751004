/** Entries of the audit log, from the table of routes: every operation has them, unless its route says otherwise. */
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { auditActorOf, type AuditEntry } from '../features/audit/audit-log.js';
import type { AuditLog } from '../features/audit/store/audit-log.js';
import type { RefusalLog } from '../features/audit/store/refusal-log.js';
import { ERRORS, ServiceError } from '../kernel/values/errors.js';
import { ID_PREFIX } from '../kernel/values/ids.js';
import { SignInRefused } from '../features/people/sign-in-refused.js';
import { clientNetwork } from './rate-limit.js';
import type { Requester, Route } from '../features/route.js';
import type { RequestState } from '../kernel/http/request-context.js';

export interface AuditContext {
  readonly audit: AuditLog;
  readonly refusals: RefusalLog;
  readonly log: Pick<Logger, 'info'>;
  /** The database's clock. */
  readonly now: () => Date;
}

/** An id that this service made: anything else in a path may be an identity. */
const OWN_ID = new RegExp(`^(?:${Object.values(ID_PREFIX).join('|')})_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
const isOwnId = (value: unknown): value is string => typeof value === 'string' && OWN_ID.test(value);

/**
 * Carries an operation out and records it. What changes something has its entry before the answer leaves: that of a lookup is written in
 * the transaction that accepts it. Entries of reads and refusals follow in batches; of users and operators only what was done is recorded.
 */
export async function audited<T>(
  ctx: AuditContext,
  http: Context,
  route: Route,
  { caller, person }: Requester,
  carryOut: () => Promise<T>,
): Promise<T> {
  if (route.isUnaudited) return carryOut();
  const params = (http['params'] ?? {}) as Readonly<Record<string, string>>;
  const entry = (outcome: string, answer?: T): AuditEntry => ({
    at: ctx.now(),
    accountId: caller?.accountId ?? params['account'] ?? null,
    actor: caller
      ? auditActorOf(caller)
      : { type: route.audiences.includes('operator') ? 'operator' : 'member', id: person?.userId ?? null },
    action: route.operationId,
    targets: caller ? [...new Set([...idsOfRequest(http), ...idsOfAnswer(answer)])] : Object.values(params),
    network: clientNetwork(http.ip),
    outcome,
    purpose: null,
  });
  try {
    const answer = await carryOut();
    if (caller?.origin?.isRecorded) return answer;
    if (route.method === 'get') ctx.audit.add(entry('ok', answer));
    else await ctx.audit.write({ ...entry('ok', answer), purpose: purposeOf(http, route) });
    return answer;
  } catch (error) {
    if (caller) ctx.audit.add(entry(error instanceof ServiceError ? error.code : 'internal_error'));
    throw error;
  }
}

/** The purpose of a batch, whose lookups start later: what was carried out had one of the account's list. Other queries are never read. */
const purposeOf = ({ query }: Context, route: Route): string | null =>
  (route.query.shape['purpose'] as z.ZodType<string | undefined> | undefined)?.parse(query['purpose']) ?? null;

/**
 * Records a refusal that concerns no caller of an account: a sign-in, too many of them, an operator's action. Every refused authentication
 * is logged, without an address.
 */
export function recordRefusal(
  ctx: AuditContext,
  http: Context & { state: RequestState },
  route: Route,
  { person }: Requester,
  error: ServiceError,
): void {
  const { code } = error;
  const { status } = ERRORS[code];
  if (status === 401) ctx.log.info({ requestId: http.state.requestId, route: http.state.route, code }, 'authentication was refused');
  const attempt = error instanceof SignInRefused ? error.attempt : undefined;
  const isForOperators = route.audiences.includes('operator') && status === 403;
  if (!attempt && !isForOperators && !(route.isAnonymous && status === 429)) return;
  ctx.refusals.add({
    at: ctx.now(),
    // Whoever has no such role is no operator.
    actor: { type: isForOperators && person && code !== 'insufficient_role' ? 'operator' : 'member', id: person?.userId ?? null },
    action: attempt ? 'signIn' : route.operationId,
    targets: idsOfRequest(http),
    network: clientNetwork(http.ip),
    outcome: code,
    attempt,
  });
}

/** Ids in the path, and the lookup of a stream that is resumed. */
function idsOfRequest(http: Context): string[] {
  const params = Object.values((http['params'] ?? {}) as Record<string, unknown>);
  const [resumed] = http.get('last-event-id').split('.', 1);
  return [...params, resumed].filter(isOwnId);
}

/** Ids that an answer names itself, in what it holds directly, or in the results of a batch; those of a list that was read are left out. */
function idsOfAnswer(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const { results } = answer as { readonly results?: unknown };
  const parts = [answer, ...Object.values(answer).filter((part) => !Array.isArray(part)), ...(Array.isArray(results) ? results : [])];
  return parts.flatMap((part) => {
    const { id, lookupId, batchId } = (part ?? {}) as Readonly<Record<'id' | 'lookupId' | 'batchId', unknown>>;
    return [id, lookupId, batchId].filter(isOwnId);
  });
}
