import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { portOf } from './port-of.js';

/** What the peer does with a domain; a string: a registration at that time. */
export type RdapScript = string | ((response: ServerResponse, request: IncomingMessage, nth: number) => void);

export interface RdapPeer {
  readonly origin: string;
  /** Bootstrap file (RFC 9224) that sends every top-level domain asked for in `topLevels` here. */
  readonly bootstrapUrl: string;
  /** Domains asked for so far. */
  readonly requests: readonly string[];
  /** How often the bootstrap file was fetched. */
  readonly bootstraps: () => number;
  set(domain: string, script: RdapScript): void;
  /** What the bootstrap address answers instead of the file; null: the file. */
  breakBootstrap(answer: ((response: ServerResponse) => void) | null): void;
  close(): Promise<void>;
}

export interface RdapPeerOptions {
  readonly topLevels: readonly string[];
  /** Key and certificate; without them it speaks plain http. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Host name in its addresses. */
  readonly host?: string;
}

/** An RDAP object as registries send it (RFC 9083, 5.3). */
export function rdapDomain(domain: string, registeredAt: string | null, more: object = {}): object {
  const events = registeredAt === null ? [] : [{ eventAction: 'registration', eventDate: registeredAt }];
  return { rdapConformance: ['rdap_level_0'], objectClassName: 'domain', ldhName: domain.toUpperCase(), events, ...more };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/rdap+json', ...headers });
  response.end(JSON.stringify(body));
}

/** An RDAP service on this machine; domains without a script are not registered (404). */
export async function startRdapPeer({ topLevels, tls, host = '127.0.0.1' }: RdapPeerOptions): Promise<RdapPeer> {
  const scripts = new Map<string, RdapScript>();
  const requests: string[] = [];
  let bootstraps = 0;
  let broken: ((response: ServerResponse) => void) | null = null;
  let origin = '';
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/dns.json') {
      bootstraps += 1;
      if (broken !== null) broken(response);
      else sendJson(response, { version: '1.0', publication: '2026-11-01T00:00:00Z', services: [[topLevels, [`${origin}/rdap/`]]] });
      return;
    }
    const domain = /^\/rdap\/domain\/([^/]+)$/.exec(request.url ?? '')?.[1] ?? '';
    requests.push(domain);
    const script = scripts.get(domain);
    if (script === undefined) sendJson(response, { errorCode: 404, title: 'Not Found' }, 404);
    else if (typeof script === 'string') sendJson(response, rdapDomain(domain, script));
    else script(response, request, requests.filter((each) => each === domain).length);
  };
  const server = tls === undefined ? createServer(handler) : createSecureServer(tls, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `${tls === undefined ? 'http' : 'https'}://${host}:${portOf(server)}`;
  return {
    origin,
    bootstrapUrl: `${origin}/dns.json`,
    requests,
    bootstraps: () => bootstraps,
    set: (domain, script) => {
      scripts.set(domain, script);
    },
    breakBootstrap: (answer) => {
      broken = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
