/** Events as receivers see them. docs/contract.md, 13. */
import type { Json } from '../catalogue/probe-rule.js';

export const EVENT_TYPES = ['lookup.completed', 'usage.threshold_reached', 'team.member_joined', 'endpoint.test'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Types that an endpoint can subscribe to. Test events go to the endpoint that is tested, whatever it subscribed to. */
export const SUBSCRIBABLE_EVENT_TYPES = ['lookup.completed', 'usage.threshold_reached', 'team.member_joined'] as const;
export type SubscribableEventType = (typeof SUBSCRIBABLE_EVENT_TYPES)[number];

/** Version label of every envelope, of the form year-month. */
export const EVENT_API_VERSION = '2026-11';

/** `data` of each type. Timestamps are ISO 8601 texts. */
export interface EventData {
  readonly 'lookup.completed': {
    readonly lookupId: string;
    /** The body that the v2 lookup operation gives for this lookup. */
    readonly response: Json;
  };
  readonly 'usage.threshold_reached': {
    /** `credit` on a credit plan, where amounts are in millicents; else the module that is counted. */
    readonly scope: string;
    readonly percent: number;
    readonly used: number;
    readonly limit: number;
    readonly periodStart: string;
  };
  readonly 'team.member_joined': { readonly memberId: string; readonly email: string; readonly role: string; readonly joinedAt: string };
  readonly 'endpoint.test': { readonly endpointId: string };
}

/** An event before it has an id. */
export interface NewEvent<Type extends EventType = EventType> {
  readonly type: Type;
  readonly accountId: string;
  /** The key that caused it; for events without a key the account's first one, or '' when it has none. */
  readonly apiKeyId: string;
  /** Identifies what happened, e.g. `lookup/lkp_…`: one key is one event, however often it is reported. */
  readonly dedupKey: string;
  readonly at: Date;
  readonly data: EventData[Type];
}

/** The envelope, in the order that receivers see (docs/contract.md, 13.1). */
export interface EventEnvelope {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: string;
  readonly apiVersion: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly data: EventData[EventType];
}

/** The text that is stored once and sent unchanged by every attempt. */
export function envelopeText(id: string, { type, at, accountId, apiKeyId, data }: NewEvent): string {
  const envelope: EventEnvelope = { id, type, createdAt: at.toISOString(), apiVersion: EVENT_API_VERSION, accountId, apiKeyId, data };
  return JSON.stringify(envelope);
}
