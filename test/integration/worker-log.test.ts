/** What an operator reads: a worker's log in a normal run, and the names in the runbook. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escapeRegExp } from '../../src/kernel/values/escape.js';
import { createKeyedDigest } from '../../src/kernel/secrets/keyed-digest.js';
import { type FinishedLookup, logFinish } from '../../src/features/lookups/store/finish-listeners.js';
import { LookupWriter } from '../../src/features/lookups/store/lookup-writer.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { startService, type Service } from '../support/service.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RUNBOOK = readFileSync(path.join(ROOT, 'docs/runbook.md'), 'utf8');
const WARN = 40;

type Line = Readonly<Record<string, unknown>> & { readonly level: number; readonly msg: string };

let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
let service: Service;
const written: Line[] = [];

beforeAll(async () => {
  sites = await startGeneratedSites(4, { accounts: { people: [{ identities: { username: ['ada-example'] }, share: 1 }] } });
  const log = pino({ level: 'info', base: null }, { write: (line) => void written.push(JSON.parse(line) as Line) });
  service = await startService({ log, env: { ...sites.env, METRICS_PORT: '0', PROBE_CONTACT: 'ops@example.com' } });
});
afterAll(async () => {
  await service?.close();
  await sites?.close();
});

const finished = (): Line[] => written.filter(({ msg }) => msg === 'lookup finished');

describe("a worker's log in a normal run", () => {
  it('each finished lookup is one line with ids, counts and duration, and nothing of the identity', async () => {
    const { key, accountId } = await service.account();
    const begun = performance.now();
    const swept = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: 'ada-example' } });
    const instant = await service.call('POST', '/v1/lookup?instant=true', { key, body: { query: 'ada-example' } });
    const checked = await service.call('POST', '/v1/ip', { key, body: { ip: '192.0.2.17' } });
    expect([swept.status, instant.status, checked.status]).toEqual([200, 200, 200]);
    const took = performance.now() - begun;
    await expect.poll(finished).toHaveLength(3);
    const { lookupId }: { lookupId: string } = swept.body;
    const [first, , last] = finished();
    expect(first).toMatchObject({
      level: 30,
      lookupId,
      accountId,
      kind: 'lookup',
      planned: 4,
      checked: 4,
      matches: 4,
      facts: expect.any(Number),
    });
    expect(last).toMatchObject({ kind: 'ip', planned: 0, checked: 0, matches: 0, facts: 1 });
    for (const { ms } of finished()) expect(ms).toSatisfy((value: number) => value >= 0 && value <= took);
    expect(JSON.stringify(written)).not.toMatch(/ada-example|192\.0\.2\.17/);
  });

  it('a lookup that is finished again is not told again', async () => {
    const lookupId = String(finished()[0]?.['lookupId']);
    const received: FinishedLookup[] = [];
    const counts = await new LookupWriter({
      sql: service.sql,
      digest: createKeyedDigest({ keys: ['11'.repeat(32)], purpose: 'identity' }),
      erased: createKeyedDigest({ keys: ['11'.repeat(32)], purpose: 'erasure' }),
      onFinish: [logFinish(service.sql, (again) => void received.push(again))],
    }).finish(lookupId);
    expect(counts).toEqual({ planned: 4, checked: 4, matches: 4 });
    expect(received).toEqual([]);
  });

  it('no warning of a library', () => {
    expect(written.filter(({ level }) => level >= WARN)).toEqual([]);
  });
});

describe('docs/runbook.md', () => {
  it('names every metric of ours, and none that is not there', async () => {
    const port = written.find(({ msg }) => msg === 'metrics')?.['port'];
    const pages = await Promise.all(
      [service.url, `http://127.0.0.1:${String(port)}`].map(async (url) => (await fetch(`${url}/metrics`)).text()),
    );
    const registered = new Set(pages.join('\n').match(/(?<=^# TYPE )footprint_\w+/gm));
    // Roles of the database are called alike.
    const named = new Set(
      [...RUNBOOK.matchAll(/footprint_(?!owner|service|temporal\b)\w+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, '')),
    );
    const ours = [...registered].filter((name) => !/^footprint_(?:process|nodejs)_/.test(name));
    expect(ours.length).toBeGreaterThan(8);
    expect([...named].filter((name) => !registered.has(name))).toEqual([]);
    expect(ours.filter((name) => !named.has(name))).toEqual([]);
  });

  it('says what each log line means', () => {
    const files = ['src', 'activities', 'workflows'].flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => path.join(ROOT, folder, file)),
    );
    const messages = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => messageOf(line) ?? []),
    );
    expect(messages.length).toBeGreaterThan(15);
    const received = (message: string): boolean =>
      new RegExp(
        `"${message
          .split(/\$\{[^}]*\}/)
          .map(escapeRegExp)
          .join('[^"|]+')}`,
      ).test(RUNBOOK);
    expect(messages.filter((message) => !received(message))).toEqual([]);
  });
});

/** The message that a line of source writes to the log above `debug`; null when it writes none. */
function messageOf(line: string): string | null {
  const call = /\blog\.(?:info|warn|error)\((.*)$/.exec(line)?.[1];
  if (call === undefined) return null;
  return /^(['`])(.+?)\1/.exec(call)?.[2] ?? /.*, '([^']+)'\)/.exec(call)?.[1] ?? null;
}
