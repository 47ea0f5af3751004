/**
 * All errors that a client can get: code, HTTP status, public text. Codes are stable, texts may change. The HTTP layer and the generated
 * page docs/errors.md are made from it. docs/contract.md, 12.
 */
export const ERRORS = {
  invalid_request: { status: 400, message: 'The request could not be read.' },
  invalid_batch: { status: 400, message: 'The batch was refused; nothing was billed.' },
  unauthorized: { status: 401, message: 'A valid API key is needed: Authorization: Bearer <API_KEY>.' },
  not_signed_in: { status: 401, message: 'Sign in first.' },
  sign_in_failed: { status: 401, message: 'That is not right, or no longer valid. Ask for a new code.' },
  quota_exceeded: { status: 402, message: 'The lookup quota of this account is used up.' },
  insufficient_credits: { status: 402, message: 'The balance does not cover this lookup.' },
  account_suspended: { status: 403, message: 'This account is suspended; nothing of it is lost. Ask the operator of the service.' },
  insufficient_scope: { status: 403, message: 'This API key is not allowed to do that.' },
  insufficient_role: { status: 403, message: 'Your role in this account does not allow that.' },
  recent_sign_in_required: { status: 403, message: 'Sign in once more: this needs a sign-in within the last ten minutes.' },
  cross_site_request: { status: 403, message: 'Requests of other sites are refused.' },
  not_found: { status: 404, message: 'There is nothing here under that name.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key was used with another request, or its first use is still under way.',
  },
  account_exists: { status: 409, message: 'There is an account with this e-mail address already.' },
  endpoint_disabled: { status: 409, message: 'The endpoint is switched off; switch it on first.' },
  endpoint_limit_reached: { status: 409, message: 'The account has as many endpoints as it may have.' },
  platform_switched_off: { status: 409, message: 'The platform is switched off; switch it on first.' },
  key_limit_reached: { status: 409, message: 'The account has as many API keys as it may have.' },
  member_exists: { status: 409, message: 'The address is of a member of this account already.' },
  member_limit_reached: { status: 409, message: 'The account has as many members and invitations as it may have.' },
  last_owner: { status: 409, message: 'The account would be without an owner. Make somebody else an owner first.' },
  passkey_limit_reached: { status: 409, message: 'You have as many passkeys as you may have.' },
  erasure_unavailable: { status: 409, message: 'Identities cannot be erased here: the operator has not set SECRETS_KEY.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  missing_subject: { status: 422, message: 'Send at least one of query, email and phone, or ip with checks.ip.' },
  unknown_platform: { status: 422, message: 'The list of platforms names an unknown one.' },
  invalid_email: { status: 422, message: 'That is not a valid e-mail address.' },
  invalid_phone: { status: 422, message: 'That is not a valid phone number.' },
  invalid_ip: { status: 422, message: 'That is not a valid IP address.' },
  purpose_required: { status: 422, message: 'This account requires a purpose: name one of its list (GET /v2/account/purposes).' },
  unknown_purpose: { status: 422, message: "The purpose is not one of the account's list (GET /v2/account/purposes)." },
  endpoint_address_refused: { status: 422, message: 'Events cannot be sent to that address.' },
  invalid_parameter: { status: 422, message: 'A parameter is not valid.' },
  passkey_refused: { status: 422, message: 'This passkey could not be verified. Begin again.' },
  rate_limit_exceeded: { status: 429, message: 'Too many requests in this minute.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  unavailable: { status: 503, message: 'The service cannot take this request right now; try again shortly.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Facts about a refusal that a client can act on. */
export type ErrorDetails = Readonly<Record<string, string | number | null>>;

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

/** The body of an error (docs/contract.md, 12); `details` only where they help. */
export interface ApiErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: ErrorDetails };
}

export function apiErrorBody(error: ServiceError): ApiErrorBody {
  const { code, message, details } = error;
  return { error: { code, message, ...(details ? { details } : {}) } };
}
