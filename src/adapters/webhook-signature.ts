import { createHmac } from 'node:crypto';

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

/** Header names, with the service prefix in capitals, e.g. `SVC-Signature`. */
export function webhookHeaders(prefix: string): { readonly signature: string; readonly eventId: string } {
  const name = prefix.toUpperCase();
  return { signature: `${name}-Signature`, eventId: `${name}-Event-Id` };
}
