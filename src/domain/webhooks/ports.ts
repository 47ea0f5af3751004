/** The record of deliveries, and the engine that carries them out. Implemented in `repositories` and `temporal`. */
import type { PageFrom } from '../page-from.js';
import type { AttemptOutcome, DeliveryKey, DeliveryState, DeliveryTicket, Trigger } from './delivery.js';
import type { NextAttempt } from './retry-schedule.js';

/** What an attempt may do now. */
export type Turn =
  | {
      readonly kind: 'send';
      /** Place of the attempt to come on the schedule of its run, in milliseconds. */
      readonly position: number;
      readonly trigger: Trigger;
      readonly url: string;
      readonly body: Uint8Array;
      readonly secrets: readonly string[];
    }
  /** All places of the endpoint are taken; the delivery stands in line and is woken. */
  | { readonly kind: 'in_line' }
  /** More attempts are in the log than the caller knows of: an earlier report of it was lost. The next one is due then. */
  | { readonly kind: 'logged'; readonly logged: number; readonly waitMs: number }
  /** Nothing is left to do; null when the delivery is gone or another run took over. */
  | { readonly kind: 'over'; readonly state: DeliveryState | null };

export interface SavedAttempt {
  readonly state: DeliveryState;
  /** Attempts in the log now. */
  readonly logged: number;
  /** Deliveries whose turn it is now that a place is free. */
  readonly granted: readonly DeliveryTicket[];
  /** Whether the endpoint's failure clock runs and nobody watches it yet. */
  readonly unwatched: boolean;
}

export interface AttemptedNow {
  /** As the turn said: tells an attempt of the run from its twin. */
  readonly position: number;
  readonly trigger: Trigger;
  readonly url: string;
  readonly at: Date;
  readonly outcome: AttemptOutcome;
  /** Null: none follows. */
  readonly next: NextAttempt | null;
}

/** A delivery that the reconciler sees, with the moment at which its attempt was due (RFC 3339, milliseconds). */
export interface OverdueDelivery extends DeliveryTicket {
  readonly nextAttemptAt: string;
}

/** Its place among all of them. */
export type DeliveryPlace = Pick<OverdueDelivery, 'nextAttemptAt' | 'eventId' | 'endpointId'>;

/** What attempts read and write. */
export interface DeliveryRecord {
  /** Bytes of an event's body, without reading it; 0 when there is no such event. */
  bodySize(eventId: string): Promise<number>;
  /**
   * Takes one of the endpoint's places, or a place in line. The place falls free by itself when it is not given back.
   *
   * @param logged attempts that the caller knows of: an attempt that was logged is not made again
   */
  takeTurn(key: DeliveryKey, logged: number, at: Date): Promise<Turn>;
  /** Logs an attempt, moves the schedule of its run on once, gives the place back and moves the endpoint's failure clock. */
  saveAttempt(key: DeliveryKey, attempt: AttemptedNow): Promise<SavedAttempt>;
  /** Deliveries whose attempt is overdue by more than `seconds` and that nobody carries out as far as the record shows, the longest due first. */
  overdue(seconds: number, page: PageFrom<DeliveryPlace>): Promise<OverdueDelivery[]>;
}

/** What one look at an endpoint's health came to. */
export interface HealthReview {
  /** Null: nothing to watch any more; it works, is switched off, or is gone. */
  readonly nextLookMs: number | null;
  readonly step: 'wait' | 'warn' | 'switch_off';
  /** Mails that the step wrote. */
  readonly mailIds: readonly string[];
}

export interface EndpointHealthRecord {
  /** Looks at the failure clock and does what is due, with its mail, in one transaction. */
  review(endpointId: string, now: Date): Promise<HealthReview>;
  /** Endpoints whose look is overdue by more than `seconds`, in the order of their ids. */
  unwatched(seconds: number, page: PageFrom<string>): Promise<string[]>;
}

/** What endpoints that were deleted have left behind. */
export interface DeletedEndpoints {
  /** Deletes some more of it, in a statement that ends well within a second. @returns rows that went; 0: nothing is left for now */
  deleteSome(): Promise<number>;
}

/** Starts and wakes workflows. All of it may be done twice. @throws when the engine cannot be reached in time */
export interface WebhookEngine {
  /** Starts a delivery; one that runs or has ended is left alone. */
  startDelivery(ticket: DeliveryTicket): Promise<void>;
  /** Tells a delivery that stands in line that it has a place; starts it when it does not run. */
  wakeDelivery(ticket: DeliveryTicket): Promise<void>;
  /** Has an endpoint's failure clock watched from now on, or looked at again where it is watched. */
  watchEndpoint(endpointId: string): Promise<void>;
  /** Has an endpoint watched unless it is. */
  keepWatching(endpointId: string): Promise<void>;
  startMail(mailId: string): Promise<void>;
}

/** Starts what was committed beside the caller; what cannot be started now is left to the reconciler. */
export interface WebhookLauncher {
  launch(tickets: readonly DeliveryTicket[]): void;
  /** Has endpoints looked at whose clock was reset. */
  review(endpointId: string): void;
}
