/** Traces: what a request began, from there to its webhooks. Ids, counts and codes only (docs/adr/0054-traces.md). */
import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { TypeID } from 'typeid-js';
import type { AcceptedLookups } from '../../features/lookups/lookup-ports.js';
import type { FinishedLookup } from '../../features/lookups/store/finish-log.js';
import { lookupKey } from '../../features/webhooks/event.js';
import { eventIdOf } from '../../features/webhooks/store/event-writer.js';
import type { Config } from '../../kernel/config/env.js';
import type { AnsweredRequest } from '../../kernel/http/errors.js';
import type { ActivityAttempt } from '../../kernel/temporal/workers.js';
import { faultName } from '../../kernel/values/errors.js';
import type { Lifecycle } from './lifecycle.js';

/** Where a span is: 16 and 8 bytes in hexadecimal (W3C Trace Context). */
export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
}

export interface SpanRecord extends SpanPlace {
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly parentId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly isError?: boolean;
  readonly links?: readonly SpanPlace[];
}

const digest = (of: string | Uint8Array, bytes: number): string =>
  createHash('sha256')
    .update(of)
    .digest('hex')
    .slice(0, bytes * 2);

/**
 * The trace of an event and of all that led to it, from those bits of its id that come from its key. So whoever knows the lookup or the
 * event knows the trace: nothing is stored or passed on, and a killed process takes none of it along.
 */
export const traceOfEvent = (eventId: string): string => digest(TypeID.fromString(eventId).toUUIDBytes().subarray(6), 16);
/** The same from the event's key. */
export const traceOf = (key: string): string => traceOfEvent(eventIdOf(key, new Date(0)));

/** Spans that others are below, of which a trace has one each. */
type Fixed = 'request' | 'acceptLookup' | 'lookup';
const place = (traceId: string, span: Fixed): SpanPlace => ({ traceId, spanId: digest(`${traceId} ${span}`, 8) });
const newSpanId = (): string => randomBytes(8).toString('hex');

/** What may be an attribute, of the inputs and results of activities. */
const SHOWN = {
  lookupId: 'lookup_id',
  eventId: 'event_id',
  endpointId: 'endpoint_id',
  eventType: 'event_type',
  module: 'module',
  shard: 'shard',
  run: 'run',
  shards: 'shards',
  checks: 'checks',
  planned: 'planned',
  checked: 'checked',
  matches: 'matches',
  last: 'outcome',
} as const;

function shown(...sources: readonly unknown[]): Record<string, string | number> {
  const values = Object.assign({}, ...sources) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(SHOWN).flatMap(([name, attribute]) => {
      const value = values[name];
      return typeof value === 'string' || typeof value === 'number' ? [[`footprint.${attribute}`, value]] : [];
    }),
  );
}

/** The version that is known (00): ids of lower-case hexadecimal digits that are not all zero. */
const TRACEPARENT = /^00-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Records what happened as spans, each when it has ended. */
export class Traces {
  constructor(private readonly options: { record: (span: SpanRecord) => void; onFailure: (error: unknown) => void }) {}

  /** A request that began something. Its sender's trace is linked, not continued: strangers decide neither ids nor what is sampled. */
  readonly answered = this.#quietly(({ route, status, caller, traceparent, ms }: AnsweredRequest): void => {
    const began = caller?.origin?.began;
    if (caller === undefined || began === undefined) return;
    const [, traceId, spanId] = TRACEPARENT.exec(traceparent) ?? [];
    const attributes = { 'http.route': route, 'http.response.status_code': status, 'footprint.account_id': caller.accountId };
    const at = {
      ...place(traceOf(began), 'request'),
      name: route,
      kind: 'server',
      startedAt: Date.now() - ms,
      endedAt: Date.now(),
    } as const;
    this.options.record({ ...at, attributes, isError: status >= 500, links: traceId && spanId ? [{ traceId, spanId }] : [] });
  });

  /** Lookups of one request, or of a batch. Each has a trace of its own, and the request is in that of the only one or of the batch. */
  readonly accepted = this.#quietly(({ accountId, lookupIds, startedAt, began }: AcceptedLookups): void => {
    const request = began === undefined ? undefined : place(traceOf(began), 'request');
    for (const lookupId of lookupIds) {
      const at = place(traceOf(lookupKey(lookupId)), 'acceptLookup');
      const where = request?.traceId === at.traceId ? { parentId: request.spanId } : { links: request ? [request] : [] };
      const batchId = began?.startsWith('batch/') ? began.slice('batch/'.length) : undefined;
      const attributes = { 'footprint.lookup_id': lookupId, 'footprint.account_id': accountId, 'footprint.batch_id': batchId };
      this.options.record({ ...at, ...where, name: 'acceptLookup', kind: 'producer', startedAt, endedAt: Date.now(), attributes });
    }
  });

  /** A lookup from its acceptance to its finish: what its activities and deliveries are below. */
  readonly finished = this.#quietly(({ lookupId, accountId, kind, ms, ...counts }: FinishedLookup): void => {
    const at = place(traceOf(lookupKey(lookupId)), 'lookup');
    const parentId = place(at.traceId, 'acceptLookup').spanId;
    const attributes = { ...shown({ lookupId, ...counts }), 'footprint.account_id': accountId, 'footprint.kind': kind };
    this.options.record({ ...at, parentId, name: 'lookup', kind: 'consumer', startedAt: Date.now() - ms, endedAt: Date.now(), attributes });
  });

  /** An attempt of an activity that belongs to a lookup, or delivers an event. Work of schedules has no trace. */
  readonly attempted = this.#quietly(({ type, number, input, startedAt, result, failure }: ActivityAttempt): void => {
    const { lookupId, eventId, eventType = 'lookup.completed' } = (input ?? {}) as Readonly<Record<string, string | undefined>>;
    if (lookupId === undefined && eventId === undefined) return;
    const traceId = eventId === undefined ? traceOf(lookupKey(lookupId ?? '')) : traceOfEvent(eventId);
    const above = eventId === undefined ? 'lookup' : ({ 'lookup.completed': 'lookup', 'batch.completed': 'request' } as const)[eventType];
    const { category, type: fault } = (failure ?? {}) as { readonly category?: unknown; readonly type?: unknown };
    const error = failure === undefined ? undefined : typeof fault === 'string' ? fault : faultName(failure);
    this.options.record({
      traceId,
      spanId: newSpanId(),
      parentId: above && place(traceId, above).spanId,
      name: type,
      kind: eventId === undefined ? 'internal' : 'client',
      startedAt,
      endedAt: Date.now(),
      attributes: { ...shown(input, result), 'footprint.attempt': number, 'error.type': error },
      // A shard that waits for a slot ends its attempt in a benign way.
      isError: failure !== undefined && category !== 'BENIGN',
    });
  });

  /** Nothing that is measured may fail because of that. */
  #quietly<T>(record: (what: T) => void): (what: T) => void {
    return (what) => {
      try {
        record(what);
      } catch (error) {
        this.options.onFailure(error);
      }
    };
  }
}

/**
 * Opens traces when the settings name a collector; nothing of OpenTelemetry is loaded otherwise. Spans that wait are sent at the end.
 *
 * @returns undefined: they are off
 */
export async function openTraces(
  lifecycle: Lifecycle,
  options: { config: Config; log: Logger; name: string },
): Promise<Traces | undefined> {
  const { config, log } = options;
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || config.OTEL_SDK_DISABLED === 'true') return undefined;
  const { openExporter } = await import('./otlp.js');
  const exporter = lifecycle.register(openExporter(options), (open) => open.close());
  const onFailure = (error: unknown): void => log.warn({ fault: faultName(error) }, 'a span could not be recorded');
  return new Traces({ record: exporter.record, onFailure });
}
