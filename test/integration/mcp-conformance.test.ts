/** `POST /mcp` before the conformance suite of the protocol: all of its scenarios that need no tools of their own. */
import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram } from '../../tools/embedded/child.js';
import { startBareApi } from '../support/http/bare-api.js';
import { agentOf } from '../support/mcp-clients.js';
import type { Service } from '../support/service.js';

const SUITE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

let service: Service;
let proxy: Server;
let url: string;
beforeAll(async () => {
  // The suite sends no key: whoever is in between adds it, and is the public address of the service.
  const target = { url: '', key: '' };
  proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${target.key}` };
    const sent = request(new URL(incoming.url ?? '/', target.url), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.once('close', () => sent.destroy());
    incoming.pipe(sent.on('error', () => outgoing.destroy()));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  url = `${origin}/mcp`;
  service = await startBareApi({ env: { PUBLIC_URL: origin } });
  Object.assign(target, await agentOf(service));
});
afterAll(async () => {
  proxy?.close();
  await service?.close();
});

it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection', 'http-header-validation', 'caching', 'server-stateless'])(
  '%s',
  async (scenario) => {
    await service.sql`DELETE FROM rate_windows`;
    const { ok, out, lastLines } = await runProgram(process.execPath, [SUITE, 'server', '--url', url, '--scenario', scenario], {
      timeoutMs: 120_000,
    });
    expect(ok, `${out}\n${lastLines}`).toBe(true);
  },
);
