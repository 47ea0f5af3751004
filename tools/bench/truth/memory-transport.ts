/** The transport of probes, answered by simulated platforms in this process. */
import { failureOf } from '../../../src/kernel/net/failure.js';
import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '../../../src/engine/http/types.js';
import { RedirectTrail } from '../../../src/engine/http/redirects.js';
import { decodeContent, decodeText } from '../../../src/kernel/net/response.js';
import type { MemorySimulator } from '../../simulator/memory-simulator.js';
import type { Reply } from '../../simulator/reply.js';

/** Bytes of a body, as in the service. */
const MAX_BYTES = 256 * 1_024;

type Sent = Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>;

/** A transport for `RuleProber`: no sockets, no limits, no retries. */
export function memoryTransport(platforms: Pick<MemorySimulator, 'exchange'>): OutboundHttp {
  const connections = new ConnectionPool();

  async function follow(outbound: OutboundRequest, connection: object): Promise<OutboundOutcome> {
    const { method, url, headers, body, followTo, violation } = outbound;
    const trail = followTo === null ? null : new RedirectTrail(url, followTo);
    let sent: Sent = { method, url, headers, body };
    for (let requests = 1; ; requests += 1) {
      const report = { host: sent.url.host, requests, latencyMs: 1 };
      const failed = (reason: 'forbidden' | 'redirected_away', detail: string) => ({
        ok: false as const,
        reason,
        detail,
        status: null,
        ...report,
      });
      const refusal = violation({ method: sent.method, url: sent.url });
      if (refusal !== null) return failed(requests === 1 ? 'forbidden' : 'redirected_away', refusal);
      await Promise.resolve(); // requests that are sent at once are under way at once
      const met = platforms.exchange(incoming(sent, connection));
      if (typeof met === 'string') return { ...failed('forbidden', 'simulated'), reason: met };
      const received = headersOf(met);
      try {
        const next = trail?.next(sent, { status: met.status, headers: received }) ?? null;
        if (next === null) {
          const bytes = decodeContent(Buffer.from(met.body), received['content-encoding'], MAX_BYTES);
          const answer = { status: met.status, headers: received, body: decodeText(bytes, received['content-type']), url: sent.url.href };
          return { ok: true, answer, egress: 'memory', ...report };
        }
        sent = next;
      } catch (error) {
        const { reason, detail, status } = failureOf(error);
        return { ok: false, reason, detail, status, ...report };
      }
    }
  }

  return {
    async send(request, limits) {
      limits.onStart?.();
      const connection = connections.acquire(request.url.host);
      try {
        return await follow(request, connection);
      } finally {
        connections.release(request.url.host, connection);
      }
    },
    egressRejected: () => undefined,
    close: async () => undefined,
    stats: () => ({ inFlight: 0, waiting: 0, idleConnections: 0 }),
  };
}

/** Connections as clients keep them: the one that was used last is used next, and another one beside it. */
class ConnectionPool {
  readonly #free = new Map<string, object[]>();

  acquire(host: string): object {
    return this.#free.get(host)?.pop() ?? {};
  }

  release(host: string, connection: object): void {
    const free = this.#free.get(host) ?? [];
    this.#free.set(host, free);
    free.push(connection);
  }
}

function incoming({ method, url, headers, body = '' }: Sent, connection: object): Parameters<MemorySimulator['exchange']>[0] {
  return { method, headers, secure: url.protocol === 'https:', host: url.hostname, target: url.pathname + url.search, body, connection };
}

function headersOf({ headers, contentType }: Reply): Record<string, string> {
  const record: Record<string, string> = contentType === '' ? {} : { 'content-type': contentType };
  for (let index = 0; index < headers.length; index += 2) record[(headers[index] as string).toLowerCase()] = headers[index + 1] as string;
  return record;
}
