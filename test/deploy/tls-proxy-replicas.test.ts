/** One replica of two has died: the proxy that compose ships sends its requests, bodies too, to the other one. */
import { createServer, type Server } from 'node:http';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorityOf, startCaddy, type Caddy } from '../support/caddy.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { portOf } from '../support/port-of.js';

const LOOKUPS = 60;
/** Nothing listens at the second one. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];

let api: Server;
let names: DnsServer;
let caddy: Caddy;
const received: string[] = [];

beforeAll(async () => {
  api = createServer((incoming, response) => {
    const take = (parts: readonly unknown[]) => {
      received.push(parts.join(''));
      response.writeHead(200).end();
    };
    incoming.toArray().then(take, () => response.destroy());
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  names = await startDnsServer({ 'api.example.com': { A: ADDRESSES } });
  const port = portOf(api);
  caddy = await startCaddy({ apiPort: port, replicas: { name: 'api.example.com', server: names.address } });
});
afterAll(async () => {
  await caddy?.close();
  await names?.close();
  api?.close();
});

it('every request is answered by the other one', async () => {
  const dispatcher = new Agent({ connect: { ca: authorityOf(caddy) } });
  const bodies = Array.from({ length: LOOKUPS }, (_, n) => JSON.stringify({ query: `robinsample${n}` }));
  try {
    const answers = [];
    // A few at a time, as clients are: a replica that is counted as away takes none for two seconds.
    for (let at = 0; at < LOOKUPS; at += 4)
      answers.push(
        ...(await Promise.all(
          bodies.slice(at, at + 4).map((body) => request(`${caddy.url}/v1/lookup`, { method: 'POST', body, dispatcher })),
        )),
      );
    for (const { body } of answers) await body.dump();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(bodies.map(() => 200));
    expect(received.toSorted()).toEqual(bodies.toSorted());
    expect(names.queried).toContain('A api.example.com');
  } finally {
    await dispatcher.close();
  }
});
