/** What stands between a client and the service in its conformance run: it keeps what passes, and fails as networks and services do. */
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from '../port-of.js';

export interface Passed {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface FrontOptions {
  readonly url: string;
  /** What a key is answered, always, without asking the service: a body of `clients/vectors/errors.json`. */
  readonly refusals: Readonly<
    Record<string, { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }>
  >;
  /** Lost connections before the first answer to `POST /v2/lookup` of this key. */
  readonly losing: { readonly key: string; times: number };
}

/** Passes requests on. The first answer of each stream of the losing key is cut in the middle of its second event. */
export async function startFront({ url, refusals, losing }: FrontOptions) {
  const passed: Passed[] = [];
  const cutStreams = new Set<string>();
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const refusal = refusals[key];
    if (refusal) return void response.writeHead(refusal.status, refusal.headers).end(refusal.body);
    const { method = '', url: path = '' } = request;
    const isLost = method === 'POST' && path.startsWith('/v2/lookup') && key === losing.key && losing.times-- > 0;
    await new Promise<void>((resolve, reject) => {
      const forwarded = send(`${url}${path}`, { method, headers: { ...request.headers, host: new URL(url).host } }, (answer) => {
        // It arrived and was carried out: what is lost is the answer.
        if (isLost) {
          answer.destroy();
          response.destroy();
          return resolve();
        }
        const isCut = key === losing.key && path.endsWith('/stream') && !cutStreams.has(path) && Boolean(cutStreams.add(path));
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          const text = Buffer.concat(parts).toString('latin1');
          const second = text.indexOf('\nevent: ', text.indexOf('\nevent: ') + 1);
          if (!isCut || second < 0) return void response.write(part);
          response.write(Buffer.from(text.slice(text.length - part.length, second + 12), 'latin1'), () => response.destroy());
          answer.destroy();
          resolve();
        });
        answer.on('end', () => {
          passed.push({
            key,
            method,
            path,
            status: answer.statusCode ?? 0,
            body: Buffer.concat(parts).toString(),
            headers: answer.headers,
          });
          response.end();
          resolve();
        });
        answer.on('error', reject);
      });
      forwarded.on('error', reject);
      forwarded.end(Buffer.concat(chunks));
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    passed: passed as readonly Passed[],
    cutStreams: cutStreams as ReadonlySet<string>,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type Front = Awaited<ReturnType<typeof startFront>>;
