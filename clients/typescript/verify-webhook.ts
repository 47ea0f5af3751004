/**
 * Why a webhook was rejected. `empty_secret`: a secret is empty, and anybody can sign with an empty string. `too_old` and
 * `in_the_future`: the webhook may be a replay, or a clock is wrong.
 */
export type WebhookVerificationFailure = 'malformed_header' | 'empty_secret' | 'wrong_signature' | 'too_old' | 'in_the_future';

export class WebhookVerificationError extends Error {
  readonly reason: WebhookVerificationFailure;

  constructor(reason: WebhookVerificationFailure) {
    super(`The webhook was rejected: ${reason.replaceAll('_', ' ')}.`);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
  }
}

export interface VerifyWebhookOptions {
  /** Largest difference between the header's time and the clock, either way; default 300. */
  readonly toleranceSeconds?: number;
  /** Unix seconds; default: this machine's clock. */
  readonly now?: number;
}

/** A header as `Headers.get` and Node's `request.headers` return it. */
export type WebhookHeader = string | readonly string[] | null | undefined;

/** The envelope of every event; branch on `type`. */
export interface WebhookEvent {
  /** The same for retries and resends. Store it to skip events that you have already handled. */
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly apiVersion: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Verifies a webhook and reads it.
 *
 * @param rawBody the bytes as they arrived: parsing a body and serialising it again changes its bytes
 * @param header value of the signature header, `t=<unix seconds>,v1=<hex>…`; one of its signatures must match. An absent one is malformed
 * @param secret the endpoint's signing secret, or several during a rotation; none may be empty
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  header: WebhookHeader,
  secret: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, now = Date.now() / 1_000 } = options;
  if (typeof rawBody !== 'string' && !ArrayBuffer.isView(rawBody))
    throw new TypeError('Give verifyWebhook the raw body, as text or bytes: this body was parsed.');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0 || secrets.some((each) => !each)) throw new WebhookVerificationError('empty_secret');
  const { time, signatures } = readHeader(String(header ?? ''));
  const encoder = new TextEncoder();
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const start = encoder.encode(`${time}.`);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  const believed = await anySigned(signed, signatures, secrets);
  if (!believed) throw new WebhookVerificationError('wrong_signature');
  if (now - Number(time) > toleranceSeconds) throw new WebhookVerificationError('too_old');
  if (Number(time) - now > toleranceSeconds) throw new WebhookVerificationError('in_the_future');
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
}

/** `subtle.verify` compares in constant time; every pair is tried, so the total time reveals nothing either. */
async function anySigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
): Promise<boolean> {
  let found = false;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) found = (await crypto.subtle.verify('HMAC', key, signature, signed)) || found;
  }
  return found;
}

function readHeader(header: string): { time: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const fields = header.split(',').map((field) => field.trim());
  const times = fields.flatMap((field) => /^t=(\d{1,15})$/.exec(field)?.[1] ?? []);
  const signatures = fields.flatMap((field) => /^v1=([0-9a-f]{64})$/i.exec(field)?.[1] ?? []);
  const [time] = times;
  if (time === undefined || times.length > 1 || signatures.length === 0 || signatures.length > 20)
    throw new WebhookVerificationError('malformed_header');
  return { time, signatures: signatures.map((hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))) };
}
