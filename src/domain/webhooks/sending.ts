/** What deliveries need from the outside: a guarded client, and a place where secrets are safe. */
import type { AttemptOutcome } from './delivery.js';

/** A request to a receiver. The body is sent byte for byte as it was stored. */
export interface WebhookRequest {
  readonly url: string;
  readonly eventId: string;
  readonly body: Uint8Array;
  /** Every living secret of the endpoint: each makes a signature of its own. */
  readonly secrets: readonly string[];
  /** Ends the attempt early; it then counts for nothing. */
  readonly signal: AbortSignal;
}

/** Why an address cannot be an endpoint's: a code of the guarded client, e.g. `blocked_address`. */
export interface AddressRefusal {
  readonly code: string;
}

export interface WebhookSender {
  /** Looks at an address as a delivery would, without connecting. @returns null when it may be used */
  check(url: string): Promise<AddressRefusal | null>;
  /**
   * Makes one attempt, signed with a fresh time. What goes wrong at the receiver is a value.
   *
   * @throws only when the signal ended it
   */
  send(request: WebhookRequest): Promise<AttemptOutcome>;
}

/** Keeps signing secrets: they must be readable to sign with, and unreadable in a copy of the database. */
export interface SecretBox {
  /** A fresh signing secret. */
  create(): string;
  /** @param owner id of what the secret belongs to; it opens there only */
  seal(secret: string, owner: string): Uint8Array;
  /** @throws when no configured key opens it */
  open(sealed: Uint8Array, owner: string): string;
}
