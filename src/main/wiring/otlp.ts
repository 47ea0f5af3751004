/** Spans over OTLP, by OpenTelemetry's library: loaded only where traces are on. It reads its own variables (docs/env.md). */
import { type Context, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, SamplingDecision, type SpanExporter, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { Config } from '../../kernel/config/env.js';

/** Where a span is: 16 and 8 bytes in hexadecimal (W3C Trace Context). */
export interface SpanPosition {
  readonly traceId: string;
  readonly spanId: string;
}

/** A span that ends now. */
export interface SpanRecord extends SpanPosition {
  readonly name: string;
  readonly kind: keyof typeof SpanKind;
  readonly parentId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError?: boolean;
  readonly links?: readonly SpanPosition[];
}

/** Seconds and nanoseconds. */
const timeOf = (ms: number): [number, number] => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];
const contextOf = ({ traceId, spanId }: SpanPosition) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED });

/** Logs once that a collector cannot be reached, and once that it can again: no message, which may hold an address or a key. */
function watched(exporter: SpanExporter, log: Pick<Logger, 'info' | 'warn'>): SpanExporter {
  let hasFailed = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && !hasFailed) log.warn('the collector of traces cannot be reached: spans are lost');
        if (result.code === 0 && hasFailed) log.info('the collector of traces can be reached again');
        hasFailed = result.code !== 0;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** @param options.name of this process, unless the environment has another */
export function openExporter({ config, log, name }: { config: Config; log: Logger; name: string }) {
  const { OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_TRACES_SAMPLER: sampling, OTEL_TRACES_SAMPLER_ARG: share } = config;
  const processor = new BatchSpanProcessor(watched(protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter(), log));
  // The id of a trace decides, so that all processes decide alike.
  const sampler = new TraceIdRatioBasedSampler(sampling.endsWith('ratio') ? share : Number(sampling.endsWith('on')));
  const own = resourceFromAttributes({ 'service.name': name });
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
  return {
    write({ name: title, kind, startedAt, parentId, isError, links = [], attributes, ...position }: SpanRecord): void {
      const { traceId } = position;
      const endedAt = Date.now();
      if (sampler.shouldSample({} as Context, traceId).decision !== SamplingDecision.RECORD_AND_SAMPLED) return;
      processor.onEnd({
        name: title,
        kind: SpanKind[kind],
        spanContext: () => contextOf(position),
        ...(parentId === undefined ? {} : { parentSpanContext: contextOf({ traceId, spanId: parentId }) }),
        startTime: timeOf(startedAt),
        endTime: timeOf(endedAt),
        duration: timeOf(endedAt - startedAt),
        status: { code: isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
        attributes,
        links: links.map((link) => ({ context: contextOf(link) })),
        events: [],
        ended: true,
        resource,
        instrumentationScope: { name: 'footprint' },
        droppedAttributesCount: 0,
        droppedEventsCount: 0,
        droppedLinksCount: 0,
      });
    },
    /** Sends what waits, for some seconds at most. */
    close: () => processor.shutdown().catch(() => undefined),
  };
}
