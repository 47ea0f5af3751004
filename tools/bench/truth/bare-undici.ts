/**
 * Baseline: a bare HTTP client requests every site once, all at once; nothing is evaluated and nothing is stored.
 *   node --import tsx tools/bench/truth/bare-undici.ts PROXY_URL CA_FILE REQUESTS.json
 * Prints one JSON line with the time and CPU time from the first request to the last response.
 */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ProxyAgent, request } from 'undici';

export interface BareRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: string;
  readonly body?: string;
}

export interface BareRun {
  readonly answered: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const [proxyUrl, caFile, file] = process.argv.slice(2) as [string, string, string];
const wanted = JSON.parse(readFileSync(file, 'utf8')) as BareRequest[];
const agent = new ProxyAgent({
  uri: proxyUrl,
  requestTls: { secureContext: createSecureContext({ ca: readFileSync(caFile, 'utf8') }) },
  headersTimeout: 0,
  bodyTimeout: 0,
});

const cpuBefore = process.cpuUsage();
const started = performance.now();
const answers = await Promise.allSettled(
  wanted.map(async ({ method, url, body }) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await request(url, { method, headers, dispatcher: agent, ...(body === undefined ? {} : { body }) });
    await response.body.bytes();
  }),
);
const cpu = process.cpuUsage(cpuBefore);
const run: BareRun = {
  answered: answers.filter(({ status }) => status === 'fulfilled').length,
  seconds: (performance.now() - started) / 1_000,
  cpuSeconds: (cpu.user + cpu.system) / 1_000_000,
};
process.stdout.write(`${JSON.stringify(run)}\n`);
await agent.destroy();
