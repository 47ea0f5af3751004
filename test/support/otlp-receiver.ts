/** A collector of traces: keeps what is sent over OTLP/HTTP, and reads what is JSON. */
import { createServer } from 'node:http';
import { portOf } from './port-of.js';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** '' or absent for a root. */
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code: number };
  /** `service.name`. */
  readonly service: unknown;
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}

export async function startOtlpReceiver() {
  const bodies: { readonly type: string; readonly bytes: Buffer; readonly headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push({ type: request.headers['content-type'] ?? '', bytes: Buffer.concat(parts), headers: request.headers });
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    bodies,
    /** Spans that came as JSON, in the order of arrival. */
    spans: (): ReceivedSpan[] =>
      bodies
        .filter(({ type }) => type === 'application/json')
        .flatMap(({ bytes }) => (JSON.parse(bytes.toString('utf8')) as Sent).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans
            .flatMap(({ spans }) => spans)
            .map((span) => ({
              ...span,
              attributes: valuesOf(span.attributes),
              links: span.links ?? [],
              service: valuesOf(resource.attributes)['service.name'],
            })),
        ),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>;
