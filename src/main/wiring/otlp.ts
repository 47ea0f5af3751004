/** Spans over OTLP, by OpenTelemetry's library: loaded only where traces are on. It reads its own variables (docs/env.md). */
import { type Context, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, SamplingDecision, type SpanExporter, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { Config } from '../../kernel/config/env.js';
import type { SpanPlace, SpanRecord } from './traces.js';

type TraceConfig = Pick<Config, 'OTEL_EXPORTER_OTLP_PROTOCOL' | 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>;

const KIND = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Share of the traces that are sent. The id of a trace decides, so that all processes decide alike. */
function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: TraceConfig): number {
  if (sampler.endsWith('always_on')) return 1;
  return sampler.endsWith('always_off') ? 0 : share;
}

/** Seconds and nanoseconds. */
const timeOf = (ms: number): [number, number] => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];
const contextOf = ({ traceId, spanId }: SpanPlace) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED });

/** Says once that a collector cannot be reached, and once that it can again. Without its message, which may hold an address or a key. */
function watched(exporter: SpanExporter, log: Pick<Logger, 'info' | 'warn'>): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isFailing) log.warn({ spans: spans.length }, 'the collector of traces cannot be reached: spans are lost');
        if (!hasFailed && isFailing) log.info('the collector of traces can be reached again');
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** @param options.name of this process, unless the environment has another */
export function openExporter({ config, log, name }: { config: TraceConfig; log: Logger; name: string }) {
  const exporter = config.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  const processor = new BatchSpanProcessor(watched(exporter, log));
  const sampler = new TraceIdRatioBasedSampler(shareOf(config));
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': name }))
    .merge(detectResources({ detectors: [envDetector] }));
  return {
    record(span: SpanRecord): void {
      const { name: title, kind, startedAt, endedAt, parentId, traceId, links = [] } = span;
      if (sampler.shouldSample({} as Context, traceId).decision !== SamplingDecision.RECORD_AND_SAMPLED) return;
      processor.onEnd({
        name: title,
        kind: KIND[kind],
        spanContext: () => contextOf(span),
        ...(parentId === undefined ? {} : { parentSpanContext: contextOf({ traceId, spanId: parentId }) }),
        startTime: timeOf(startedAt),
        endTime: timeOf(endedAt),
        duration: timeOf(endedAt - startedAt),
        status: { code: span.isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
        attributes: span.attributes,
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
