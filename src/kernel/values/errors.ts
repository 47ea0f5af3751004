/**
 * All errors that a client can get: code, HTTP status, public text. Codes are stable, texts may change. The HTTP layer and the generated
 * page docs/errors.md are made from it. docs/contract.md, 12.
 */
export const ERRORS = {
  invalid_request: { status: 400, message: 'The request could not be read.' },
  invalid_batch: { status: 400, message: 'The batch was refused; nothing was billed.' },
  unauthorized: { status: 401, message: 'The API key is not valid. Send one that is in use: Authorization: Bearer <API_KEY>.' },
  not_signed_in: { status: 401, message: 'Sign in first.' },
  sign_in_failed: { status: 401, message: 'The code is wrong or no longer valid. Request a new code.' },
  quota_exceeded: { status: 402, message: 'The lookup quota of this account, or of this key, is used up.' },
  insufficient_credits: { status: 402, message: 'The balance does not cover this lookup.' },
  account_suspended: { status: 403, message: 'This account is suspended; its data is kept. Contact the operator of the service.' },
  account_closed: { status: 403, message: 'This account is closed and will be deleted. Until then, an owner can reopen it.' },
  insufficient_scope: { status: 403, message: 'This API key is not allowed to do that.' },
  forbidden_network: { status: 403, message: 'This API key cannot be used from this network.' },
  insufficient_role: { status: 403, message: 'Your role in this account does not allow that.' },
  recent_sign_in_required: { status: 403, message: 'Sign in again: this requires a sign-in within the last ten minutes.' },
  passkey_required: {
    status: 403,
    message: 'Operators sign in with a passkey. To add the first one, sign in with a link from `footprint sign-in`.',
  },
  sign_in_method_refused: { status: 403, message: 'Only sign-in with your organisation is accepted here.' },
  cross_site_request: { status: 403, message: 'Requests from other sites are refused.' },
  not_found: { status: 404, message: 'The requested item does not exist.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key was used for a different request, or the first request with it is still in progress.',
  },
  account_exists: { status: 409, message: 'An account with this e-mail address already exists.' },
  batch_limit_reached: { status: 409, message: 'The account has reached its limit of unfinished batches, or of waiting items.' },
  batch_of_other_kind: {
    status: 409,
    message: 'A test key can resume only batches of test keys; other keys cannot resume these.',
  },
  batch_ended: { status: 409, message: 'The batch has ended, or all of its items have started.' },
  endpoint_disabled: { status: 409, message: 'The endpoint is disabled; enable it first.' },
  endpoint_limit_reached: { status: 409, message: 'The account has reached its limit of endpoints.' },
  platform_disabled: { status: 409, message: 'The platform is disabled; enable it first.' },
  key_limit_reached: { status: 409, message: 'The account has reached its limit of API keys.' },
  member_exists: { status: 409, message: 'This address already belongs to a member of the account.' },
  member_limit_reached: { status: 409, message: 'The account has reached its limit of members and invitations.' },
  last_owner: { status: 409, message: 'An account needs at least one owner. Make somebody else an owner first.' },
  passkey_limit_reached: { status: 409, message: 'You have reached the limit of passkeys.' },
  cursor_expired: { status: 410, message: 'Events after this cursor may have been deleted. Read without a cursor, and expect a gap.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  missing_subject: { status: 422, message: 'Send at least one of query, email, phone and ip.' },
  unknown_platform: { status: 422, message: 'A slug in `platforms` is unknown.' },
  invalid_email: { status: 422, message: 'That is not a valid e-mail address.' },
  invalid_phone: { status: 422, message: 'That is not a valid phone number.' },
  invalid_ip: { status: 422, message: 'That is not a valid IP address.' },
  unknown_test_identity: { status: 422, message: 'A test key only looks up test identities: docs/test-keys.md lists them.' },
  purpose_required: { status: 422, message: 'This account requires a purpose: send one from its list (GET /v2/account/purposes).' },
  unknown_purpose: { status: 422, message: "The purpose is not in the account's list (GET /v2/account/purposes)." },
  purpose_forbids: { status: 422, message: 'The purpose allows no platform and no module of this lookup. Nothing was billed.' },
  endpoint_address_refused: { status: 422, message: 'Events cannot be sent to that address.' },
  disposable_address: {
    status: 422,
    message: 'The free trial is not available to disposable e-mail addresses. Use another address.',
  },
  invalid_parameter: { status: 422, message: 'A parameter is not valid.' },
  passkey_refused: { status: 422, message: 'This passkey could not be verified. Start again.' },
  email_limit_reached: { status: 409, message: 'No further invitation can be e-mailed to this address today.' },
  rate_limit_exceeded: { status: 429, message: 'Too many requests within a minute.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  unavailable: { status: 503, message: 'The service cannot accept this request right now; try again shortly.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** What is wrong with an item of a batch, by its position among those sent, from 0. */
export interface ItemFault {
  readonly index: number;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Facts about a refusal that a client can act on. */
export type ErrorDetails = Readonly<Record<string, string | number | null | readonly ItemFault[]>>;

/** A refusal that may be shown to the client as it is. Anything else that is thrown becomes `internal_error`. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** Lookups that may have been accepted nevertheless; the header `X-Lookup-Id` names them. */
  readonly lookupIds: readonly string[];
  readonly details: ErrorDetails | undefined;

  /** @param message public text; never holds a query, a stack or another account's data. */
  constructor(
    code: ErrorCode,
    message: string = ERRORS[code].message,
    options: { retryAfterSeconds?: number; lookupIds?: readonly string[]; details?: ErrorDetails } = {},
  ) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.lookupIds = options.lookupIds ?? [];
    this.details = options.details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** What a parser makes, or why it refuses to; whatever else it throws is thrown. */
export function orRefusal<T>(parse: () => T): T | ServiceError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The body of an error (docs/contract.md, 12); `details` only where they help. */
export interface ApiErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: ErrorDetails };
}

export function apiErrorBody(error: ServiceError): ApiErrorBody {
  const { code, message, details } = error;
  return { error: { code, message, ...(details ? { details } : {}) } };
}

/**
 * Faults that say nothing about the work: the database is away, or has no connection, memory or lock to give. SQLSTATE classes 08, 40, 53
 * and 57P, and 25006, a server that takes no writes (PostgreSQL, appendix A).
 */
const OUTAGE = /^(?:(?:08|40|53)\w{3}|57P\w{2}|25006)$/;

/** Codes of the driver, of sockets, and of our own limits of waiting for the database. */
const CONNECTION_FAULTS: ReadonlySet<unknown> = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT', 'unavailable'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
]);

/** Another transaction has what a step needs, or got it first: lock_not_available, and class 40. */
const CONTENTION = /^(?:55P03|40\w{3})$/;

/** SQLSTATE classes 22 and 23: the database refuses the data, and will refuse it again. */
const REFUSAL = /^2[23]\w{3}$/;

/** Whether an error, or what caused it, is an outage of our own database: the same step succeeds when that is over. */
export const isOutage = (error: unknown): boolean =>
  codesOf(error).some((code) => CONNECTION_FAULTS.has(code) || (typeof code === 'string' && OUTAGE.test(code)));

/** Whether the server broke off a statement, or a transaction that stood still, at a limit of time: work may be too much, however often. */
export const isBrokenOff = (error: unknown): boolean => codesOf(error).some((code) => code === '57014' || code === '25P03');

/** Whether a step only met another one: the rows of others are free. */
export const isContention = (error: unknown): boolean => codesOf(error).some((code) => typeof code === 'string' && CONTENTION.test(code));

/** Whether the database refuses what a step wants to store, whenever it is tried. */
export const isRefusedData = (error: unknown): boolean => codesOf(error).some((code) => typeof code === 'string' && REFUSAL.test(code));

function codesOf(error: unknown): unknown[] {
  const codes: unknown[] = [];
  for (let each = error; each instanceof Error; each = each.cause) codes.push((each as { code?: unknown }).code);
  return codes;
}

/** What is logged of an error that is caught and retried: its name alone, because messages may hold what was sent. */
export function faultName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
