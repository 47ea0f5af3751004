/**
 * Baseline for many lookups at once: a bare HTTP client requests every name from every platform, with the same limits per host;
 * nothing is evaluated and nothing is stored.
 *   node --import tsx tools/bench/bare-crowd.ts PROXY_URL CA_FILE SITES NAMES CONCURRENCY PER_SECOND
 * Prints one JSON line: requests answered, and seconds.
 */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import pLimit from 'p-limit';
import { ProxyAgent, request } from 'undici';

const [proxyUrl = '', caFile = '', urls = '', names = '', concurrency = '', perSecond = ''] = process.argv.slice(2);
const agent = new ProxyAgent({
  uri: proxyUrl,
  connections: Number(concurrency),
  requestTls: { secureContext: createSecureContext({ ca: readFileSync(caFile, 'utf8') }) },
});
const templates = JSON.parse(readFileSync(urls, 'utf8')) as string[];
const started = performance.now();
let answered = 0;

async function requestAll(template: string): Promise<void> {
  const limit = pLimit(Number(concurrency));
  const gapMs = 1_000 / Number(perSecond);
  let nextAt = performance.now();
  const send = async (index: number): Promise<void> => {
    nextAt = Math.max(nextAt, performance.now() - gapMs) + gapMs;
    const waitMs = nextAt - gapMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const response = await request(template.replaceAll('{username}', `bare_${index}`), { dispatcher: agent });
    await response.body.bytes();
    answered += 1;
  };
  await Promise.allSettled(Array.from({ length: Number(names) }, (_, index) => limit(() => send(index))));
}

await Promise.all(templates.map(requestAll));
process.stdout.write(`${JSON.stringify({ answered, seconds: (performance.now() - started) / 1_000 })}\n`);
await agent.destroy();
