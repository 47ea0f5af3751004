/** A small JSON API to observe and control a simulator that runs in another process. For the local machine only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listen } from '../../src/kernel/net/listen.js';
import { parseJson } from '../../src/kernel/values/json.js';
import type { Counters } from './counters.js';
import type { FaultRegistry } from './faults/fault-registry.js';
import { isFaultName } from './faults/index.js';
import type { LatencyModel } from './latency.js';
import type { AccountRegistry } from './account-registry.js';

export interface ControlApiParts {
  readonly slugs: ReadonlySet<string>;
  readonly counters: Counters;
  readonly faults: FaultRegistry;
  readonly latency: LatencyModel;
  readonly accounts: AccountRegistry;
  /** Further fields of GET /health. */
  readonly health: () => Readonly<Record<string, unknown>>;
}

const latency = z.strictObject({
  medianMs: z.number().min(0),
  sigma: z.number().min(0).optional(),
  capMs: z.number().min(0).optional(),
  spread: z.number().min(1).optional(),
});
const faultName = z.string().refine(isFaultName, 'no such fault');
/** A fault of every request by its name, or with the requests that it strikes. */
const fault = z
  .union([
    faultName,
    z.strictObject({
      fault: faultName,
      share: z.number().min(0).max(1).optional(),
      per: z.enum(['request', 'address', 'connection', 'spell']).optional(),
      nodes: z.enum(['drawn', 'alternating']).optional(),
      after: z.number().int().min(0).optional(),
      seed: z.string().optional(),
    }),
  ])
  .nullable();
const identities = z.array(z.string().min(1)).optional();
export const peopleSchema = z.array(
  z.strictObject({
    identities: z.strictObject({ email: identities, phone: identities, username: identities }),
    share: z.number().min(0).max(1),
    on: z.record(z.string(), z.boolean()).optional(),
  }),
);

type Handler = (input: { query: URLSearchParams; body: string }) => unknown;

/** What is wrong with a request; becomes a 400. */
class BadRequest extends Error {}

export async function startControlApi(
  parts: ControlApiParts,
  at: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const handlers = createHandlers(parts);
  const server = createServer((request, response) => void handleRequest(handlers, request, response));
  return {
    port: await listen(server, at),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createHandlers(parts: ControlApiParts): Readonly<Record<string, Handler>> {
  const { slugs, counters, faults, latency: pace, accounts } = parts;
  const checkSlug = (slug: string) => {
    if (slug !== '*' && !slugs.has(slug)) throw new BadRequest(`no such platform: ${slug}`);
    return slug;
  };
  const settings = <T>(schema: z.ZodType<T>, body: string): [string, T][] =>
    Object.entries(read(z.record(z.string(), schema), body)).map(([slug, value]) => [checkSlug(slug), value]);

  return {
    'GET /health': () => ({ status: 'ok', platforms: slugs.size, ...parts.health() }),
    'GET /requests': ({ query }) => counters.report(Number(query.get('log') ?? 100)),
    'GET /addresses': () => counters.addresses(),
    'DELETE /requests': () => {
      counters.reset();
      return { status: 'ok' };
    },
    'GET /faults': () => ({ now: faults.all() }),
    'PUT /faults': ({ body }) => {
      for (const [slug, setting] of settings(fault, body)) faults.set(slug, setting);
      return faults.all();
    },
    'PUT /latency': ({ body }) => {
      const all = settings(latency.nullable(), body);
      for (const [slug, value] of all) pace.set(slug, value);
      return Object.fromEntries(all);
    },
    'PUT /catch-all': ({ body }) => {
      const all = settings(z.array(z.string()), body);
      for (const [slug, domains] of all) for (const each of slug === '*' ? slugs : [slug]) accounts.setCatchAll(each, domains);
      return Object.fromEntries(all);
    },
    'PUT /people': ({ body }) => {
      accounts.setPeople(read(peopleSchema, body));
      return accounts.people();
    },
  };
}

function read<T>(schema: z.ZodType<T>, body: string): T {
  const value = parseJson(body);
  if (value === undefined) throw new BadRequest('the body is not JSON');
  const result = schema.safeParse(value);
  if (!result.success) throw new BadRequest(z.prettifyError(result.error));
  return result.data;
}

async function handleRequest(
  handlers: Readonly<Record<string, Handler>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://control.invalid');
  const handler = handlers[`${request.method} ${url.pathname}`];
  const paths = Object.keys(handlers).map((key) => key.split(' ')[1]);
  const send = (status: number, value: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  };
  try {
    const body = await text(request);
    if (handler === undefined) send(paths.includes(url.pathname) ? 405 : 404, { error: `no ${request.method} ${url.pathname} here` });
    else send(200, handler({ query: url.searchParams, body }));
  } catch (error) {
    if (!response.headersSent) send(error instanceof BadRequest ? 400 : 500, { error: error instanceof Error ? error.message : 'unknown' });
  }
}
