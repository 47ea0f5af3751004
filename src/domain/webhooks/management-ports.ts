/** Ports of the management of endpoints and deliveries to the database. Everything is scoped to an account. */
import type { Attempt, Delivery, DeliveryState } from './delivery.js';
import type { EventType } from './event.js';

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly eventType?: EventType | undefined;
  readonly state?: DeliveryState | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
}

/** A delivery with its body and attempts. */
export interface DeliveryDetails {
  readonly delivery: Delivery;
  /** The bytes that each attempt sends. */
  readonly body: Uint8Array;
  /** In the order of their numbers. */
  readonly attempts: readonly Attempt[];
}

/** What a recovery would resend, or has resent. */
export interface Recovery {
  /** Deliveries that failed. */
  readonly failed: number;
  /** Events of the endpoint's types without a delivery to it: it was disabled, or did not exist. */
  readonly missed: number;
}
