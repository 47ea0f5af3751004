/** Platforms without a known account, which deny once lookups of several accounts show that they do not deny everybody. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALWAYS_CELLS } from '../../tools/bench/truth/fault-cells.js';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import { createDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { type Service, startService } from '../support/service.js';
import { createStatementLog } from '../support/statement-log.js';
import { startTcpGate } from '../support/tcp-gate.js';
import { captureLog, tableTraces } from '../support/traces.js';

const PEOPLE = Array.from({ length: 400 }, (_, n) => `quixotic.${n}@gmail.com`);
const MAX_PLATFORMS = 20;

/** As most shipped rules about addresses are: both sides, and no account that is known. */
async function withoutPositiveControls(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as PlatformFile;
    const { positiveControls: _, ...email } = file.probes.email ?? {};
    if (file.probes.email) await writeFile(join(folder, name), JSON.stringify({ ...file, probes: { ...file.probes, email } }));
  }
}

let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
let service: Service;
let gate: Awaited<ReturnType<typeof startTcpGate>>;
let platforms: string[];
let one: string;
const log = createStatementLog();
const captured = captureLog();
const keys: string[] = [];
let people = 0;

beforeAll(async () => {
  sites = await startGeneratedSites(100, { accounts: { people: [{ identities: { email: PEOPLE }, share: 1 }] } }, withoutPositiveControls);
  platforms = sites.catalogue.platforms
    .filter(({ probes }) => probes.email !== undefined)
    .map(({ slug }) => slug)
    .slice(0, MAX_PLATFORMS);
  one = platforms[0] as string;
  const url = new URL(await createDatabase());
  gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
  gate.inspect((bytes) => {
    log.look(bytes);
    return 'pass';
  });
  url.host = `127.0.0.1:${gate.port}`;
  service = await startService({ env: { ...sites.env, DATABASE_URL: url.href }, log: captured.log });
  for (let n = 0; n < 4; n++) keys.push((await service.account()).key);
});
afterAll(async () => {
  await service.close();
  await Promise.all([gate.close(), sites.close()]);
});

type Stated = Readonly<Record<string, string>>;

/** What a lookup says of platforms, or why it omits them. */
async function lookUp(email: string, by: number, named: readonly string[] = platforms): Promise<{ id: string; stated: Stated }> {
  const { body } = await service.call('POST', '/v1/lookup?wait=true&deep=true', {
    key: keys[by % keys.length] as string,
    body: { email, platforms: named },
    headers: { 'cache-control': 'no-cache' },
  });
  const { lookupId, results } = body as { lookupId: string; results: { platform: string; registered: boolean }[] };
  const omitted = await service.sql<{ platform: string; reason: string }[]>`
    SELECT platform, reason FROM lookup_results WHERE lookup_id = ${lookupId} AND reason IS NOT NULL`;
  const stated = Object.fromEntries([
    ...omitted.map(({ platform, reason }) => [platform, reason]),
    ...results.map(({ platform, registered }) => [platform, registered ? 'registered' : 'not_registered']),
  ]) as Stated;
  return { id: lookupId, stated };
}

/** A lookup of somebody who is registered everywhere, whom nobody looked up before. */
const lookUpSomebody = (by: number, named = platforms) => lookUp(PEOPLE[people++] as string, by, named);

/** How often somebody was seen there, of what is kept: one a second of an account. Near the full hour each is kept under two keys. */
async function kept(): Promise<number> {
  return (await service.sql`SELECT DISTINCT at FROM traffic_observations WHERE platform = ${one} AND state = 'registered'`).length;
}

/** Somebody whom an account saw there so that it is kept. */
async function seeSomebody(by: number): Promise<string> {
  for (const before = await kept(); ; ) {
    await lookUpSomebody(by, [one]);
    if ((await kept()) > before) return PEOPLE[people - 1] as string;
  }
}

const shownBy = async () => {
  const { body } = await service.call('GET', '/v2/platforms?queryType=email', { key: keys[0] as string });
  const { platforms: all } = body as { platforms: { platform: string; health: { queryType: string; calibratedBy: string }[] }[] };
  return all.find(({ platform }) => platform === one)?.health.find(({ queryType }) => queryType === 'email')?.calibratedBy;
};

it('a platform denies once three accounts saw others there and somebody is seen after it; before that its "no" is omitted', {
  timeout: 240_000,
}, async () => {
  expect((await lookUp('nobody@gmail.com', 0, [one])).stated[one]).toBe('uncovered');
  // The first lookup runs the controls, which may be left waiting on a busy machine.
  await expect.poll(async () => (await lookUpSomebody(0)).stated[one], { timeout: 90_000, interval: 500 }).toBe('registered');
  await lookUpSomebody(1);
  expect([(await lookUp('nobody@gmail.com', 2, [one])).stated[one], await shownBy()]).toEqual(['uncovered', 'none']);
  for (const by of [2, 3, 0, 1, 2, 3]) await lookUpSomebody(by);
  await expect.poll(shownBy, { timeout: 90_000, interval: 200 }).toBe('traffic');
  // Where fewer were seen, none is expected after a "no".
  for (let by = 0; (await kept()) < 5; by++) await lookUpSomebody(by, [one]);

  const denial = lookUp('nobody@gmail.com', 0, [one]);
  let isDenied = false;
  void denial.finally(() => (isDenied = true));
  for (let by = 1; !isDenied; by++) await lookUpSomebody(by, [one]);
  const { id, stated } = await denial;
  expect(stated[one]).toBe('not_registered');
  const { body } = await service.call('GET', `/v2/lookup/${id}/evidence`, { key: keys[0] as string });
  expect(JSON.stringify(body)).toContain('"calibratedBy":"traffic"');

  // The same person again is no new observation: neither of the accounts that know them, nor of a cache.
  const company = lookUp('nobody@company.example', 0, [one]);
  expect((await company).stated[one]).toBe('uncovered');
});

it('an instant lookup does not wait: it denies after six accounts within five minutes, else it omits', { timeout: 60_000 }, async () => {
  const instant = async () => {
    const { body } = await service.call('POST', '/v1/lookup?instant=true&deep=true', {
      key: keys[0] as string,
      body: { email: 'nobody@gmail.com', platforms: [one] },
      headers: { 'cache-control': 'no-cache' },
    });
    return (body as { results: { platform: string; registered: boolean }[] }).results.filter(({ platform }) => platform === one);
  };
  expect(await instant()).toEqual([]);
  for (const by of [4, 5]) {
    keys.push((await service.account()).key);
    await lookUpSomebody(by, [one]);
  }
  await expect.poll(instant, { timeout: 90_000, interval: 300 }).toEqual([expect.objectContaining({ registered: false })]);
});

it('sends at most one statement more a shard, and requests as before', { timeout: 60_000 }, async () => {
  log.take();
  sites.simulator.resetRequests();
  await Promise.all([0, 1, 2, 3].map((by) => lookUpSomebody(by)));
  const exchanges = log.take().filter((text) => text.includes('INTO traffic_observations'));
  expect(exchanges.length).toBeGreaterThan(0);
  expect(exchanges.length).toBeLessThanOrEqual(4);
  const { byPlatform } = sites.simulator.requests();
  // Ten "yes" in a row need a control of the rule, and one at the mail domain.
  for (const slug of platforms) expect(byPlatform[slug] ?? 0).toBeLessThanOrEqual(4 + 2);
});

it('no fault that is always on makes a wrong "no": nobody is seen after one', { timeout: 180_000 }, async () => {
  const struck = platforms.slice(1);
  for (const by of [0, 1, 2, 3, 4]) await lookUpSomebody(by);
  for (let from = 0; from < ALWAYS_CELLS.length; from += struck.length) {
    for (const [n, slug] of struck.entries()) sites.simulator.setFault(slug, ALWAYS_CELLS[from + n]?.setting ?? null);
    const found = await Promise.all([0, 1, 2].map((by) => lookUpSomebody(by)));
    const wrong = found.flatMap(({ stated }) =>
      struck.flatMap((slug, n) => (stated[slug] === 'not_registered' ? [ALWAYS_CELLS[from + n]] : [])),
    );
    expect(wrong).toEqual([]);
  }
});

it('a platform that takes back what it said, of two people to two accounts, denies nobody by traffic for a month', {
  timeout: 60_000,
}, async () => {
  const twice = [await seeSomebody(0), await seeSomebody(1)];
  sites.simulator.setFault(one, { fault: 'not_found_for_all' });
  for (const [by, email] of twice.entries()) expect((await lookUp(email, by, [one])).stated[one]).toBe('uncovered');
  sites.simulator.setFault(one, null);
  // The next "no" takes it down, whoever asks, and the one after it rests on that alone.
  for (let n = 0; n < 2; n++) expect((await lookUp('nobody@gmail.com', 3, [one])).stated[one]).not.toBe('not_registered');
  const [row] = await service.sql<{ kinds: string[] }[]>`
    SELECT ARRAY(SELECT each ->> 'kind' FROM jsonb_array_elements(outcome -> 'contradictions') AS all_of (each)) AS kinds
    FROM platform_controls WHERE platform = ${one} AND query_type = 'email'`;
  expect(row?.kinds).toContain('traffic');
  for (const by of [0, 1, 2, 3]) await lookUpSomebody(by, [one]);
  const denial = lookUp('nobody.else@gmail.com', 0, [one]);
  let isDecided = false;
  void denial.finally(() => (isDecided = true));
  for (let by = 1; !isDecided; by++) await lookUpSomebody(by, [one]);
  expect((await denial).stated[one]).toBe('uncalibrated');
});

it('tells nobody who was looked up, or by whom: not in the tables, the log or the metrics', async () => {
  const tables = await tableTraces(service.sql);
  const accounts = await service.sql<{ id: string }[]>`SELECT id FROM accounts`;
  const kept = `${tables.get('traffic_observations')} ${tables.get('traffic_key')}`;
  expect(kept).toContain(one);
  expect(kept).not.toMatch(/quixotic|gmail|company/);
  expect(captured.text()).not.toMatch(/quixotic|nobody@/);
  for (const { id } of accounts) expect(kept).not.toContain(id);
});
