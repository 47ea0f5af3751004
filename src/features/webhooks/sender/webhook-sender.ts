import { retryAfterSeconds } from '../../../kernel/net/http-response.js';
import { ATTEMPT_TIMEOUT_MS, type AttemptFailure, type AttemptOutcome, MAX_RESPONSE_BYTES, statusFailure } from '../delivery.js';
import type { WebhookRequest, WebhookSender } from '../ports.js';
import type { Failure, GuardedHttp, GuardedOutcome } from '../../../kernel/net/guarded-http/index.js';
import { createHmac } from 'node:crypto';

/** Deadline of the URL check when an endpoint is saved, in milliseconds. */
const CHECK_DEADLINE_MS = 5_000;
/** Milliseconds for the body after the head: the status has decided, and the body is kept only for the log. */
const SAMPLE_MS = 500;

/** Failures of the guarded client as the attempt log shows them. */
const ATTEMPT_FAILURE_BY_CODE: Readonly<Record<Exclude<Failure, 'interrupted'>, AttemptFailure>> = {
  malformed_url: 'invalid_address',
  scheme_not_allowed: 'invalid_address',
  userinfo: 'invalid_address',
  port_not_allowed: 'invalid_address',
  odd_address: 'invalid_address',
  trailing_dot: 'invalid_address',
  empty_label: 'invalid_address',
  invisible_character: 'invalid_address',
  odd_host_name: 'invalid_address',
  blocked_address: 'blocked_address',
  dns: 'dns',
  timeout: 'timeout',
  connect: 'connect',
  tls: 'tls',
  reset: 'reset',
  too_large: 'too_large',
  protocol: 'protocol',
  undecodable: 'protocol',
  too_many_redirects: 'redirect',
  violation: 'invalid_address',
};

export interface WebhookSenderOptions {
  readonly http: GuardedHttp;
  /** `SERVICE_PREFIX`. */
  readonly prefix: string;
  readonly now?: () => Date;
  /** Milliseconds for a whole attempt; ten seconds (docs/contract.md, 13.4). */
  readonly deadlineMs?: number;
}

/** Sends events through the guarded client. Saving, testing and delivering share this one path. */
export function createWebhookSender({
  http,
  prefix,
  now = () => new Date(),
  deadlineMs = ATTEMPT_TIMEOUT_MS,
}: WebhookSenderOptions): WebhookSender {
  const names = webhookHeaders(prefix);
  return {
    async check(url) {
      const checked = await http.check(url, { deadlineMs: CHECK_DEADLINE_MS });
      return checked.ok ? null : { code: checked.failure };
    },
    async send({ url, eventId, body, secrets, signal }: WebhookRequest) {
      const timestamp = Math.floor(now().getTime() / 1_000);
      const outcome = await http.request({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Footprint-Webhooks/1',
          [names.eventId]: eventId,
          [names.signature]: signatureOf({ secrets, body, timestamp }),
          'webhook-id': eventId,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': standardSignatureOf({ secrets, body, timestamp, eventId }),
        },
        body,
        deadlineMs,
        maxBytes: MAX_RESPONSE_BYTES,
        read: 'sample',
        sampleMs: SAMPLE_MS,
        signal,
      });
      return toAttempt(outcome, signal);
    },
  };
}

/** Once the response head has arrived, its status decides, whatever happens to the body or the call. */
function toAttempt(outcome: GuardedOutcome, signal: AbortSignal): AttemptOutcome {
  const { remoteAddress, timings, status } = outcome;
  const common = { durationMs: timings.totalMs, remoteAddress, status };
  if (status !== null) {
    const failure = statusFailure(status);
    const responseBody = outcome.ok ? outcome.body : new Uint8Array();
    const seconds =
      outcome.ok && failure !== null ? retryAfterSeconds({ status, headers: outcome.headers, body: '', url: outcome.url }) : undefined;
    return { ...common, failure, detail: null, responseBody, retryAfterMs: seconds === undefined ? null : seconds * 1_000 };
  }
  if (outcome.ok || outcome.failure === 'interrupted') {
    signal.throwIfAborted();
    throw new Error('an attempt ended without an outcome');
  }
  const failure = ATTEMPT_FAILURE_BY_CODE[outcome.failure];
  const detail = outcome.failure === failure ? outcome.detail : outcome.failure;
  return { ...common, failure, detail, responseBody: new Uint8Array(), retryAfterMs: null };
}

export interface SignedContent {
  /** Each gives one `v1`; several while a rotation overlaps. */
  readonly secrets: readonly string[];
  /** Exactly the bytes that are sent. */
  readonly body: Uint8Array;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/**
 * The value of the signature header: `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`, where v1 is the HMAC-SHA256 (RFC 2104) of
 * `<t>.<raw body>`. docs/contract.md, 13.3.
 */
export function signatureOf({ secrets, body, timestamp }: SignedContent): string {
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex'));
  return [`t=${timestamp}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0): `v1,<base64>`, once for each secret, apart by spaces: HMAC-SHA256 of
 * `<id>.<timestamp>.<raw body>`, whose key is what the secret spells in base64 after `whsec_`. docs/contract.md, 13.3.
 */
export function standardSignatureOf({ secrets, body, timestamp, eventId }: SignedContent & { readonly eventId: string }): string {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64');
  });
  return signatures.map((signature) => `v1,${signature}`).join(' ');
}

/** Header names, with the service prefix in capitals, e.g. `SVC-Signature`. */
export function webhookHeaders(prefix: string): { readonly signature: string; readonly eventId: string } {
  const name = prefix.toUpperCase();
  return { signature: `${name}-Signature`, eventId: `${name}-Event-Id` };
}
