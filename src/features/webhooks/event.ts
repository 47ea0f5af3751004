/** Events as receivers see them. docs/contract.md, 13. */
import type { EventType, SubscribableEventType } from './event-types.js';
import { ID_PREFIX } from '../../kernel/values/ids.js';
import type { EventFacts } from './event-filter.js';

/** A field of an event's `data`, as JSON Schema writes it; a `$ref` is to docs/openapi.json. */
type Field = { readonly description?: string } & (
  | { readonly type: 'string'; readonly format?: 'date-time' }
  | { readonly type: 'integer' | 'boolean' }
  | { readonly $ref: string }
);

/** What receivers are told of a type of event: docs/openapi.json and docs/webhooks.md show it. */
export interface EventDescription {
  /** When it is sent. */
  readonly summary: string;
  readonly data: Readonly<Record<string, Field>>;
  /** `data` for endpoints that chose the payload `summary`; absent: the same. */
  readonly shortData?: Readonly<Record<string, Field>>;
}

/** What an endpoint is sent of an event that holds much: all of it, or what it takes to read the rest. docs/contract.md, 13.8. */
export const PAYLOADS = ['full', 'summary'] as const;
export type Payload = (typeof PAYLOADS)[number];

const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer' } as const;
/** ISO 8601. */
const TIMESTAMP = { type: 'string', format: 'date-time' } as const;

const SUBSCRIBABLE_EVENTS = {
  'lookup.completed': {
    summary: 'A lookup has finished. The event is sent once for each lookup, not for each module. Each batch item is a separate lookup.',
    data: {
      lookupId: TEXT,
      response: {
        $ref: '#/components/schemas/LookupV2',
        description:
          'The body of `GET /v2/lookup/{id}`, including the risk. The body only counts omissions; `GET /v2/lookup/{id}/omissions` ' +
          'lists them.',
      },
    },
    shortData: {
      lookupId: TEXT,
      status: TEXT,
      test: { type: 'boolean', description: 'The lookup was made with a test key.' },
      planned: COUNT,
      answered: COUNT,
      omitted: COUNT,
      platformsChecked: COUNT,
      matches: COUNT,
      socialMatches: COUNT,
      href: { ...TEXT, description: 'Path of the lookup, relative to the address of the API.' },
    },
  },
  'batch.completed': {
    summary: 'The last lookup of a batch has finished. A cancelled batch has no such event.',
    data: {
      batchId: TEXT,
      items: COUNT,
      finished: { ...COUNT, description: 'Items whose lookups have finished. The others were refused, invalid, deleted or erased.' },
      createdAt: TIMESTAMP,
      finishedAt: TIMESTAMP,
      href: { ...TEXT, description: 'Path of the batch, relative to the address of the API.' },
    },
  },
  'usage.threshold_reached': {
    summary:
      'Usage has reached 80 % or 100 % of the allowance. Each threshold is reported once per billing period, and once more if the ' +
      'allowance was increased in the meantime.',
    data: {
      scope: { ...TEXT, description: '`credit` on a credit plan, with amounts in millicents. Otherwise, the module that is counted.' },
      percent: COUNT,
      used: COUNT,
      limit: COUNT,
      periodStart: TIMESTAMP,
    },
  },
  'team.member_joined': {
    summary: 'Somebody has joined the account as a member.',
    data: { memberId: TEXT, email: TEXT, role: TEXT, joinedAt: TIMESTAMP },
  },
} as const satisfies Readonly<Record<SubscribableEventType, EventDescription>>;

/** Every type of event. Test events go to the endpoint that is tested, whatever it subscribed to. */
export const EVENTS = {
  ...SUBSCRIBABLE_EVENTS,
  'endpoint.test': { summary: 'Somebody requested a test event.', data: { endpointId: TEXT } },
} as const satisfies Readonly<Record<EventType, EventDescription>>;

/** Days for which events are kept, unless their account's retention period is shorter. */
export const EVENT_DAYS = 30;

/** Version label of every envelope, of the form year-month. */
export const EVENT_API_VERSION = '2026-11';

type ValueOf<Of> = Of extends { type: 'string' }
  ? string
  : Of extends { type: 'integer' }
    ? number
    : Of extends { type: 'boolean' }
      ? boolean
      : object;

/** `data` of each type. */
export type EventData = {
  readonly [Type in EventType]: {
    readonly [Name in keyof (typeof EVENTS)[Type]['data']]: ValueOf<(typeof EVENTS)[Type]['data'][Name]>;
  };
};

type ShortLookup = (typeof SUBSCRIBABLE_EVENTS)['lookup.completed']['shortData'];
/** `data` of `lookup.completed` for endpoints that chose the payload `summary`. */
export type LookupSummaryData = { readonly [Name in keyof ShortLookup]: ValueOf<ShortLookup[Name]> };

/** @param response the body of the finished lookup */
export function lookupSummaryData(lookupId: string, response: object): LookupSummaryData {
  const { status, test, planned, answered, omitted, platformsChecked, matches, socialMatches } = response as LookupSummaryData;
  const href = `/v2/lookup/${lookupId}`;
  return { lookupId, status, test, planned, answered, omitted, platformsChecked, matches, socialMatches, href };
}

/** An event before it has an id. */
export interface NewEvent<Type extends EventType = EventType> {
  readonly type: Type;
  readonly accountId: string;
  /** The key or member that caused it; null: neither did. */
  readonly apiKeyId: string | null;
  /** Identifies what happened, e.g. `lookup/lkp_…`: one key is one event, however often it is reported. */
  readonly dedupKey: string;
  readonly at: Date;
  readonly facts?: EventFacts | undefined;
  readonly data: EventData[Type];
  /** Absent: no endpoint wants one. */
  readonly shortData?: LookupSummaryData | undefined;
}

/** An event without a body: it is made later, or no endpoint wants it. */
export type DeferredEvent = Omit<NewEvent, 'data'> & { readonly isDeferred: boolean };

/** The deduplication key of a lookup's event. */
export const lookupKey = (lookupId: string): string => `lookup/${lookupId}`;
/** The same of a batch's. @param refused its items that are without allowance: a repetition that starts some of them ends it once more */
export const batchKey = (batchId: string, refused = 0): string => `batch/${batchId}${refused > 0 ? `/${refused}` : ''}`;

/** The envelope, in the order that receivers see (docs/contract.md, 13.1). */
export interface EventEnvelope {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: string;
  readonly apiVersion: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly data: EventData[EventType] | LookupSummaryData;
}

/** The text that is stored once and sent unchanged by every attempt. */
export function envelopeText(
  id: string,
  { type, at, accountId, apiKeyId: causedBy, data }: Omit<NewEvent, 'data' | 'dedupKey'> & Pick<EventEnvelope, 'data'>,
): string {
  // Receivers route by it: never a key that did not do it, nor what is no key.
  const apiKeyId = causedBy?.startsWith(`${ID_PREFIX.apiKey}_`) ? causedBy : '';
  const envelope: EventEnvelope = { id, type, createdAt: at.toISOString(), apiVersion: EVENT_API_VERSION, accountId, apiKeyId, data };
  return JSON.stringify(envelope);
}
