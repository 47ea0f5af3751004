/** Ports of the management of endpoints and deliveries to the database. Everything is scoped to an account. */
import type { Attempt, Delivery, DeliveryState, DeliveryTicket } from './delivery.js';
import type { StatsWindow, StoredStats } from './delivery-stats.js';
import type { Endpoint, EndpointSettings } from './endpoint.js';
import type { EventType } from './event.js';

export interface EndpointStore {
  /** @returns null when the account has reached its limit */
  add(
    accountId: string,
    settings: EndpointSettings,
    secret: { readonly sealFor: (endpointId: string) => Uint8Array },
  ): Promise<Endpoint | null>;
  find(accountId: string, endpointId: string): Promise<Endpoint | null>;
  /** Oldest first. */
  list(accountId: string): Promise<Endpoint[]>;
  /** A new URL resets the failure window. @returns null when there is no such endpoint */
  edit(accountId: string, endpointId: string, changes: Partial<EndpointSettings>): Promise<Endpoint | null>;
  /** Ends pending deliveries. Idempotent. */
  disable(accountId: string, endpointId: string, at: Date): Promise<Endpoint | null>;
  /** Resets the failure window. Idempotent. */
  enable(accountId: string, endpointId: string): Promise<Endpoint | null>;
  /** Adds a secret; the others stay valid until `oldUntil`. */
  rotateSecret(accountId: string, endpointId: string, sealed: Uint8Array, oldUntil: Date, now: Date): Promise<Endpoint | null>;
  /**
   * Deletes it with its secrets at once; its deliveries and attempts cannot be read any more and are deleted later (`DeletedEndpoints`).
   *
   * @returns whether it existed
   */
  remove(accountId: string, endpointId: string): Promise<boolean>;
}

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

export interface DeliveryReader {
  /** Newest first; total order by (createdAt, event, endpoint). @returns null for an invalid cursor */
  list(
    accountId: string,
    filter: DeliveryFilter,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<DeliveryPage | null>;
  read(accountId: string, endpointId: string, eventId: string): Promise<DeliveryDetails | null>;
}

export interface DeliveryStatsReader {
  /** Of deliveries that were created in the window. Intervals and endpoints without deliveries are absent. */
  read(accountId: string, endpointIds: readonly string[], window: StatsWindow): Promise<StoredStats>;
}

/** What a recovery would resend, or has resent. */
export interface Recovery {
  /** Deliveries that failed. */
  readonly failed: number;
  /** Events of the endpoint's types without a delivery to it: it was disabled, or did not exist. */
  readonly missed: number;
}

export interface Redelivery {
  /** Makes a test event for this endpoint only. Null: no such endpoint. */
  test(accountId: string, endpointId: string, apiKeyId: string | null, at: Date): Promise<DeliveryTicket | 'endpoint_disabled' | null>;
  /** Begins a new run of a delivery. Null: no such delivery. */
  resend(accountId: string, endpointId: string, eventId: string, at: Date): Promise<DeliveryTicket | 'endpoint_disabled' | null>;
  /** Counts what a recovery of everything since a time would resend. */
  recoverable(accountId: string, endpointId: string, since: Date): Promise<Recovery>;
  /** Resends it. @returns what it found */
  recover(accountId: string, endpointId: string, since: Date, at: Date): Promise<Recovery>;
}
