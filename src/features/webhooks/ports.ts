/** Attempts of deliveries as they are stored, and the ports to Temporal, which carries them out, and to receivers. */
import type { AttemptOutcome, DeliveryState, DeliveryTicket, NextAttempt, Trigger } from './delivery.js';

/** Result of claiming the next attempt. */
export type AttemptClaim =
  | {
      readonly kind: 'send';
      /** Planned time of the next attempt: milliseconds after the first one of its run. */
      readonly scheduleOffsetMs: number;
      readonly trigger: Trigger;
      readonly url: string;
      readonly body: Uint8Array;
      /** The body is deleted when the event has ended. */
      readonly isDeferred: boolean;
      readonly secrets: readonly string[];
    }
  /** No slot of the endpoint is free: the delivery waits for one as a row. */
  | { readonly kind: 'waiting' }
  /**
   * More attempts are in the log than the caller knows of: an earlier result was lost. The next one is due after `waitMs`; for it the
   * workflow sleeps (`isHeld`), or the delivery waits as a row.
   */
  | { readonly kind: 'logged'; readonly logged: number; readonly waitMs: number; readonly isHeld: boolean }
  /** Nothing is left to do; null when the delivery no longer exists or another run took over. */
  | { readonly kind: 'over'; readonly state: DeliveryState | null };

export interface SavedAttempt {
  readonly state: DeliveryState;
  /** Attempts in the log now. */
  readonly logged: number;
  /** Whether its workflow sleeps until the next attempt; otherwise the delivery waits as a row. */
  readonly isHeld: boolean;
  /** Whether the endpoint's failure window is open and not monitored yet. */
  readonly needsMonitoring: boolean;
}

export interface FinishedAttempt {
  /** As in the attempt claim: it distinguishes an attempt of the run from its duplicate. */
  readonly scheduleOffsetMs: number;
  readonly trigger: Trigger;
  readonly url: string;
  readonly at: Date;
  readonly outcome: AttemptOutcome;
  /** Null when none follows. */
  readonly next: NextAttempt | null;
}

/** Result of one check of an endpoint's health. */
export interface HealthEvaluation {
  /** Null when monitoring ends: the endpoint works, is disabled, or no longer exists. */
  readonly nextCheckMs: number | null;
  readonly step: 'wait' | 'warn' | 'switch_off';
}

/** Starts and signals workflows. Every method is idempotent. @throws when Temporal cannot be reached in time */
export interface WebhookWorkflows {
  /** Starts a delivery; one that runs or has ended is left alone. */
  startDelivery(ticket: DeliveryTicket): Promise<void>;
  /** Starts those that were granted a slot. @throws the first fault, once the others were started: an unused slot becomes free by itself */
  startDeliveries(tickets: readonly DeliveryTicket[]): Promise<void>;
  /** Starts monitoring an endpoint's failure window, or has it rechecked where it is monitored. */
  recheckEndpoint(endpointId: string): Promise<void>;
  /** Starts monitoring an endpoint unless it is monitored. */
  ensureMonitored(endpointId: string): Promise<void>;
  startEmail(emailId: string): Promise<void>;
}

/** Starts what a committed transaction wrote into the outbox, in the background; what cannot be started now is left to the reconciler. */
export interface OutboxLauncher {
  /** Starts deliveries of these endpoints, as far as slots are free: these, or some that have been due for longer. */
  launch(tickets: readonly Pick<DeliveryTicket, 'endpointId'>[]): void;
  /** Starts this delivery, ahead of those that wait: somebody asked for it. */
  start(ticket: DeliveryTicket): void;
  startEmail(emailId: string): void;
  /** Has an endpoint rechecked whose failure window was reset. */
  recheckEndpoint(endpointId: string): void;
}

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
