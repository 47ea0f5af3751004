/** Settings of traces, by OpenTelemetry's own names. Its library reads most of them itself; those of other signals have no effect. */
import { z } from 'zod';
import { flag, integer, secretText, text, url } from './setting-types.js';

export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/)
    .optional()
    .describe('Collector that spans are sent to, over HTTP; `/v1/traces` is added. Unset: no traces.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/protobuf', 'http/json']).default('http/protobuf').describe('http/protobuf or http/json.'),
  OTEL_EXPORTER_OTLP_HEADERS: secretText(3).describe('Headers for the collector, `name=value`, comma-separated, percent-encoded.'),
  OTEL_EXPORTER_OTLP_CERTIFICATE: text.describe("PEM file of the authorities that the collector's certificate is verified with."),
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: text.describe('PEM file of our certificate for the collector (mTLS).'),
  OTEL_EXPORTER_OTLP_CLIENT_KEY: text.describe("PEM file of that certificate's key."),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(['none', 'gzip']).default('none').describe('Compression of what is sent: none or gzip.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: integer(1, 600_000, 10_000).describe('How long an export may take, in milliseconds.'),
  OTEL_BSP_SCHEDULE_DELAY: integer(1, 600_000, 5_000).describe('Milliseconds between exports.'),
  OTEL_SDK_DISABLED: flag.default(false).describe('`true` turns traces off, whatever else is set.'),
  OTEL_SERVICE_NAME: text.describe('Name of this process in traces. Unset: `footprint-api` or `footprint-worker`.'),
  OTEL_RESOURCE_ATTRIBUTES: text.describe('More about this process, `name=value`, comma-separated, percent-encoded.'),
  OTEL_TRACES_SAMPLER: z
    .enum(['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'])
    .default('parentbased_always_on')
    .describe(
      'Which traces are sent. Each process decides by the id of the trace, so that all decide alike: give API and worker the same. `parentbased_` makes no difference.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of the traces that the sampler `traceidratio` sends.'),
};

/** Settings without those of traces, where none are sent: a machine may set them for all its programs, as not every one takes them. */
export function withoutIdleTraces(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const isDisabled = traceSettings.OTEL_SDK_DISABLED.catch(false).parse(given['OTEL_SDK_DISABLED']);
  if (given['OTEL_EXPORTER_OTLP_ENDPOINT'] !== undefined && !isDisabled) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !(name in traceSettings)));
}
