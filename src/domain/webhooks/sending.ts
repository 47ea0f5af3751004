/** What deliveries need from the outside: a guarded client, and encryption of secrets. */
import type { AttemptOutcome } from './delivery.js';

/** A request to a receiver. The body is sent byte for byte as it was stored. */
export interface WebhookRequest {
  readonly url: string;
  readonly eventId: string;
  readonly body: Uint8Array;
  /** Every valid secret of the endpoint: each makes a signature of its own. */
  readonly secrets: readonly string[];
  /** Ends the attempt early; it is then not counted. */
  readonly signal: AbortSignal;
}

/** Why an address cannot be an endpoint's: a code of the guarded client, e.g. `blocked_address`. */
export interface AddressRefusal {
  readonly code: string;
}

export interface WebhookSender {
  /** Checks a URL as a delivery would, without connecting. @returns null when it may be used */
  check(url: string): Promise<AddressRefusal | null>;
  /**
   * Makes one attempt, signed with the current time. A failure of the receiver is a value.
   *
   * @throws only when the signal ended it
   */
  send(request: WebhookRequest): Promise<AttemptOutcome>;
}

/** Encrypts signing secrets: they must be readable to sign with, and unreadable in a copy of the database. */
export interface SecretBox {
  /** A fresh signing secret. */
  create(): string;
  /** @param owner id of what the secret belongs to; it opens there only */
  seal(secret: string, owner: string): Uint8Array;
  /** @throws when no configured key opens it */
  open(sealed: Uint8Array, owner: string): string;
}
