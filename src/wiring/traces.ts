/** Traces: what a request began, from there to its webhooks. Ids, counts and codes only (docs/adr/0054-traces.md). */
import { createHash, randomBytes } from 'node:crypto';
import { activityInfo } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { AcceptedLookups } from '../features/lookups/lookup-ports.js';
import type { FinishedLookup } from '../features/lookups/store/finish-listeners.js';
import { lookupKey } from '../features/webhooks/event.js';
import { eventIdOf } from '../features/webhooks/store/event-writer.js';
import type { Config } from '../kernel/config/env.js';
import type { AnsweredRequest } from '../kernel/http/errors.js';
import { faultName } from '../kernel/values/errors.js';
import type { Lifecycle } from './lifecycle.js';
import type { SpanPosition, SpanRecord } from './otlp.js';

/** So many bytes, in hexadecimal. */
const digest = (of: string, bytes: number): string => {
  const hex = createHash('sha256').update(of).digest('hex');
  return hex.slice(0, bytes * 2);
};

/**
 * The trace of an event and of all that led to it: from the last 80 bits of its id, which come from its key. So whoever knows the lookup
 * or the event knows the trace: nothing is stored or passed on, and a killed process takes none of it along.
 */
export const traceOfEvent = (eventId: string): string => digest(eventId.slice(-16), 16);
/** The same from the event's key. */
export const traceOf = (key: string): string => traceOfEvent(eventIdOf(key, new Date(0)));

/** A span that others are below: a trace has one of each. */
const positionOf = (traceId: string, span: 'request' | 'acceptLookup' | 'lookup'): SpanPosition => ({
  traceId,
  spanId: digest(`${traceId} ${span}`, 8),
});

/** What may be an attribute, of the inputs and results of activities. */
const SHOWN = ['lookupId', 'eventId', 'endpointId', 'eventType', 'module', 'shard', 'run', 'last']
  .concat(['shards', 'checks', 'planned', 'checked', 'matches'])
  .map((name) => [name, `footprint.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`] as const);

function shown(...sources: readonly unknown[]): Record<string, string | number> {
  const values = Object.assign({}, ...sources) as Readonly<Record<string, unknown>>;
  const isShown = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
  return Object.fromEntries(SHOWN.flatMap(([name, attribute]) => (isShown(values[name]) ? [[attribute, values[name]]] : [])));
}

/** The version that is known (00): ids of lower-case hexadecimal digits that are not all zero. */
const TRACEPARENT = /^00-(?!0+-)([0-9a-f]{32})-(?!0+-)([0-9a-f]{16})-[0-9a-f]{2}$/;

/** An attempt of an activity, as it ended: with a result or a failure. */
interface Attempt {
  readonly type: string;
  readonly number: number;
  readonly input: unknown;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly result?: unknown;
  readonly failure?: unknown;
}

/** Writes what happened as spans, each when it has ended. */
export class Traces {
  constructor(private readonly write: (span: SpanRecord) => void) {}

  /** A request that began something. Its sender's trace is linked, not continued: strangers decide neither ids nor what is sampled. */
  readonly answered: AnsweredRequest = ({ state: { route, caller }, status, headers }, ms) => {
    const began = caller?.origin?.began;
    if (caller === undefined || began === undefined) return;
    const [, traceId, spanId] = TRACEPARENT.exec(String(headers['traceparent'])) ?? [];
    const attributes = { 'http.route': route, 'http.response.status_code': status, 'footprint.account_id': caller.accountId };
    const links = traceId && spanId ? [{ traceId, spanId }] : [];
    const at = positionOf(traceOf(began), 'request');
    this.write({ ...at, name: route, kind: 'SERVER', startedAt: Date.now() - ms, attributes, isError: status >= 500, links });
  };

  /** Lookups of one request, or of a batch. Each has a trace of its own, and the request is in that of the only one or of the batch. */
  readonly accepted = ({ accountId, lookupIds, startedAt, began }: AcceptedLookups): void => {
    const request = began === undefined ? undefined : positionOf(traceOf(began), 'request');
    const batch = began?.startsWith('batch/') ? { 'footprint.batch_id': began.split('/')[1] ?? '' } : {};
    for (const lookupId of lookupIds) {
      const at = positionOf(traceOf(lookupKey(lookupId)), 'acceptLookup');
      const where = request?.traceId === at.traceId ? { parentId: request.spanId } : { links: request ? [request] : [] };
      const attributes = { ...shown({ lookupId }), 'footprint.account_id': accountId, ...batch };
      this.write({ ...at, ...where, name: 'acceptLookup', kind: 'PRODUCER', startedAt, attributes });
    }
  };

  /** A lookup from its acceptance to its finish: what its activities and deliveries are below. */
  readonly finished = ({ accountId, kind, ms, ...lookup }: FinishedLookup): void => {
    const at = positionOf(traceOf(lookupKey(lookup.lookupId)), 'lookup');
    const parentId = positionOf(at.traceId, 'acceptLookup').spanId;
    const attributes = { ...shown(lookup), 'footprint.account_id': accountId, 'footprint.kind': kind };
    this.write({ ...at, parentId, name: 'lookup', kind: 'CONSUMER', startedAt: Date.now() - ms, attributes });
  };

  /** An attempt of an activity that belongs to a lookup, or delivers an event. Work of schedules has no trace. */
  attempted({ type, number, input, startedAt, result, failure }: Attempt): void {
    const { lookupId, eventId, eventType = 'lookup.completed' } = (input ?? {}) as Readonly<Record<string, string | undefined>>;
    if (lookupId === undefined && eventId === undefined) return;
    const traceId = eventId === undefined ? traceOf(lookupKey(lookupId ?? '')) : traceOfEvent(eventId);
    const above = eventId === undefined ? 'lookup' : ({ 'lookup.completed': 'lookup', 'batch.completed': 'request' } as const)[eventType];
    const { category, type: fault = faultName(failure) } = (failure ?? {}) as { readonly category?: unknown; readonly type?: string };
    this.write({
      traceId,
      spanId: randomBytes(8).toString('hex'),
      parentId: above && positionOf(traceId, above).spanId,
      name: type,
      kind: eventId === undefined ? 'INTERNAL' : 'CLIENT',
      startedAt,
      attributes: { ...shown(input, result), 'footprint.attempt': number, ...(failure === undefined ? {} : { 'error.type': fault }) },
      // A shard that waits for a slot ends its attempt in a benign way.
      isError: failure !== undefined && category !== 'BENIGN',
    });
  }

  /** The outermost interceptor: what it sees of failures is what Temporal does. */
  readonly activities: ActivityInboundCallsInterceptor = {
    execute: async (input, next) => {
      const { activityType: type, attempt: number } = activityInfo();
      const begun = { type, number, input: input.args[0], startedAt: Date.now() };
      try {
        const result = await next(input);
        this.attempted({ ...begun, result });
        return result;
      } catch (failure) {
        this.attempted({ ...begun, failure });
        throw failure;
      }
    },
  };
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
  if (options.config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const { openExporter } = await import('./otlp.js');
  return new Traces(lifecycle.register(openExporter(options), (exporter) => exporter.close()).write);
}
