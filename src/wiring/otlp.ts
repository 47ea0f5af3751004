/** Spans over OTLP, by OpenTelemetry's library: loaded only where traces are on. It reads its own variables (docs/env.md). */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { Config } from '../kernel/config/env.js';

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
  const exporter = watched(protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter(), log);
  const own = resourceFromAttributes({ 'service.name': name });
  // The place of the span that is written next: it follows from the lookup (traces.ts), so its ids are told to the library, not drawn.
  let next: SpanPosition = { traceId: '', spanId: '' };
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    // The id of a trace decides, so that all processes decide alike.
    sampler: new TraceIdRatioBasedSampler(sampling.endsWith('ratio') ? share : Number(sampling.endsWith('on'))),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('footprint');
  return {
    write({ name: title, kind, startedAt, parentId, isError, links = [], attributes, traceId, spanId }: SpanRecord): void {
      next = { traceId, spanId };
      const above = parentId === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf({ traceId, spanId: parentId }));
      const linked = links.map((link) => ({ context: contextOf(link) }));
      const span = tracer.startSpan(title, { kind: SpanKind[kind], startTime: startedAt, attributes, links: linked }, above);
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    /** Sends what waits, for some seconds at most. */
    close: () => provider.shutdown().catch(() => undefined),
  };
}
