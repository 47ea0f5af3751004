/**
 * The runtime's own normalisation, as the service called it before src/kernel/values/normalise.ts: what the benchmark compares with.
 * Run as a program it is a server whose requests normalise a text as often as a lookup of an unreadable identity did.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** Once as an e-mail address, and twice as a username, which is detected and then parsed. */
const CALLS_OF_A_LOOKUP = 3;

export const rawNormalise = (text: string): string => text.normalize('NFC');

if (process.send) {
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const { query } = JSON.parse(await readText(request)) as { query: string };
      for (let call = 0; call < CALLS_OF_A_LOOKUP; call += 1) rawNormalise(query.trim());
      response.statusCode = 422;
    }
    response.end('{}');
  });
  // A connection that waited for the end of such a call is not closed by the server as unused.
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}
