/** An endpoint: a URL of an account holder's that events are sent to. */
import type { SubscribableEventType } from './event.js';

export const ENDPOINT_STATES = ['enabled', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** `failing`: disabled after three days; `owner`: by its holder. */
export const DISABLED_REASONS = ['failing', 'owner'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export interface Endpoint {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly SubscribableEventType[];
  readonly state: EndpointState;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  /** First failure since the last 2xx; null while all is well. */
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
  /** Expiry of the signing secrets, newest secret first; null: valid until it is replaced. */
  readonly secretsUntil: readonly (Date | null)[];
  readonly createdAt: Date;
}

/** What an account holder decides about an endpoint. */
export interface EndpointSettings {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly SubscribableEventType[];
}

export const MAX_ENDPOINTS = 20;
/** Maximum number of valid secrets per endpoint; a rotation beyond it ends the oldest. */
export const MAX_SECRETS = 5;
/** Longest time that an old secret is still used for signing after a rotation, in seconds: seven days. */
export const MAX_OVERLAP_SECONDS = 7 * 86_400;
