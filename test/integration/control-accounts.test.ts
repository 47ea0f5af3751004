/** Control accounts and catch-all domains, from the command line to the answer, against simulated platforms. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import { catalogueCommand } from '../../src/cli/catalogue-command.js';
import { entryArguments } from '../../tools/embedded/program.js';
import { CommandRunner } from '../support/command-runner.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { type Service, startService } from '../support/service.js';
import { accountTraces, captureLog, formsFound, tableTraces } from '../support/traces.js';
import { type Receiver, receiverAuthority, startReceiver } from '../support/webhooks/receiver.js';
import { truncate } from '../support/databases.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Nobody else's text: wherever it is found, it is the operator's. */
const OWN = 'quixotic.zephyr@outlook.com';
const ADA = 'ada@example.com';
const EVERYBODY = 'everybody.example.org';
/** Sites that take addresses. */
const [CONTROLLED, PLAIN] = ['site-0001', 'site-0002'] as const;
const SECRETS_KEY = randomBytes(32).toString('hex');

let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
let service: Service;
let receiver: Receiver;
let key: string;
let accountId: string;
const captured = captureLog();

/** As most shipped rules about addresses are: both sides, and no account that is known. */
async function withoutPositiveControls(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as PlatformFile;
    const { positiveControls: _, ...email } = file.probes.email ?? {};
    if (file.probes.email) await writeFile(join(folder, name), JSON.stringify({ ...file, probes: { ...file.probes, email } }));
  }
}

const people = (...emails: string[]) => [{ identities: { email: emails }, share: 1 }];

beforeAll(async () => {
  sites = await startGeneratedSites(5, { accounts: { people: people(ADA, OWN) } }, withoutPositiveControls);
  const { identity, env } = await receiverAuthority();
  receiver = await startReceiver({ identity });
  service = await startService({ env: { ...sites.env, ...env, SECRETS_KEY }, log: captured.log });
  ({ key, accountId } = await service.account());
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  await sites.close();
});

const settingsOf = () => ({
  FOOTPRINT_HOME: sites.env.PROBE_CA_FILE,
  ...sites.env,
  DATABASE_URL: service.config.DATABASE_URL ?? '',
  FOOTPRINT_URL: service.url,
  SECRETS_KEY,
  FOOTPRINT_ENV_FILE: 'none',
});

const commands = new CommandRunner();

/** Runs a command that succeeds, in this process. @returns what it printed */
async function operate(...args: readonly string[]): Promise<string> {
  for (const [name, value] of Object.entries(settingsOf())) vi.stubEnv(name, value);
  try {
    await commands.run(catalogueCommand(), ...args);
    return commands.printed;
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
}

/** Runs the command as an operator does. */
function cli(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const settings = { ...settingsOf(), ...env };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = entryArguments('cli', ['catalogue', ...args]);
    execFile(process.execPath, child, { cwd: ROOT, env: { ...inherited, ...settings } }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

const UNHURRIED = { timeout: 90_000, interval: 500 };

type Stated = Readonly<Record<string, string>>;

/** What a lookup says of the two sites, or why it omits them. They are named, so that no band leaves out one in quarantine. */
async function lookUp(email: string): Promise<Stated> {
  const headers = { 'cache-control': 'no-cache' };
  const { body } = await service.call('POST', '/v1/lookup?wait=true&deep=true', {
    key,
    body: { email, platforms: [CONTROLLED, PLAIN] },
    headers,
  });
  const { lookupId, results } = body as { lookupId: string; results: { platform: string; registered: boolean }[] };
  const omitted = await service.sql<{ platform: string; reason: string }[]>`
    SELECT platform, reason FROM lookup_results WHERE lookup_id = ${lookupId} AND reason IS NOT NULL`;
  return Object.fromEntries([
    ...omitted.map(({ platform, reason }) => [platform, reason]),
    ...results.map(({ platform, registered }) => [platform, registered ? 'registered' : 'not_registered']),
  ]) as Stated;
}

it('a control account lets its platform deny, and no other; deleted there it leads to an omission, removed to confirming only', {
  timeout: 300_000,
}, async () => {
  expect(await lookUp('nobody@gmail.com')).toMatchObject({ [CONTROLLED]: 'uncovered', [PLAIN]: 'uncovered' });
  const stored = await cli(['controls', 'set', CONTROLLED, OWN]);
  expect([stored.code, JSON.parse(stored.stdout)]).toEqual([
    0,
    { platform: CONTROLLED, queryType: 'email', negative: false, account: 'q…@o…', isNew: true },
  ]);
  const live = await cli(['check', '--live', '--platform', CONTROLLED, '--json']);
  const checks = live.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(checks).toContainEqual(expect.objectContaining({ queryType: 'email', state: 'healthy' }));
  await expect
    .poll(() => lookUp('nobody@gmail.com'), { timeout: 90_000, interval: 500 })
    .toMatchObject({
      [CONTROLLED]: 'not_registered',
      [PLAIN]: 'uncovered',
    });
  // A control that a busy machine leaves waiting counts as blocked, and is made again after a minute.
  await expect.poll(() => lookUp(OWN), UNHURRIED).toMatchObject({ [CONTROLLED]: 'registered' });

  sites.simulator.accounts.setPeople(people(ADA));
  expect((await cli(['check', '--live', '--platform', CONTROLLED])).code).toBe(1);
  expect((await lookUp('nobody@gmail.com'))[CONTROLLED]).toBe('quarantined');

  expect(JSON.parse(await operate('controls', 'remove', CONTROLLED))).toEqual({ platform: CONTROLLED, removed: 1 });
  await expect.poll(async () => (await lookUp('nobody@gmail.com'))[CONTROLLED], { timeout: 90_000, interval: 500 }).toBe('uncalibrated');
  await expect.poll(() => lookUp(ADA), UNHURRIED).toMatchObject({ [CONTROLLED]: 'registered' });
  sites.simulator.accounts.setPeople(people(ADA, OWN));
});

it('a platform that says yes to every address of one domain is omitted there, and answers at others', { timeout: 120_000 }, async () => {
  sites.simulator.accounts.setCatchAll(PLAIN, [EVERYBODY]);
  const output = await lookUp(`nobody@${EVERYBODY}`);
  expect(output[PLAIN]).toBe('catch_all');
  expect(output[CONTROLLED]).not.toBe('registered');
  await expect.poll(() => lookUp(ADA), UNHURRIED).toMatchObject({ [PLAIN]: 'registered', [CONTROLLED]: 'registered' });
  sites.simulator.resetRequests();
  await Promise.all(Array.from({ length: 20 }, () => lookUp(`nobody@${EVERYBODY}`)));
  expect(sites.simulator.requests().byPlatform[PLAIN]).toBeLessThanOrEqual(20);
});

it('the commands list masked, plan what would gain, and say in a sentence what is wrong', { timeout: 120_000 }, async () => {
  const planned = (await operate('controls', 'plan', '--json', '--type', 'email')).trim().split('\n');
  expect(planned.map((line) => (JSON.parse(line) as { platform: string }).platform)).toEqual(expect.arrayContaining([CONTROLLED, PLAIN]));
  await operate('controls', 'set', PLAIN, OWN);
  const listed = await cli(['controls', 'list']);
  expect(JSON.parse(listed.stdout)).toMatchObject({ platform: PLAIN, queryType: 'email', account: 'q…@o…' });
  expect(await operate('controls', 'plan', '--json')).not.toContain(
    `"platform":"${PLAIN}","name":"Site 2","homepage":"https://site-0002.example/","queryType":"email"`,
  );

  const number = ['*', '+12025550142', '--negative'];
  expect(JSON.parse(await operate('controls', 'set', ...number))).toMatchObject({ platform: '*', negative: true, account: '+…' });
  expect(await operate('controls', 'list')).toMatch(/"platform":"\*".*"negative":true/);
  expect(JSON.parse(await operate('controls', 'remove', ...number))).toEqual({ platform: '*', removed: 1 });

  const other = await cli(['controls', 'list'], { SECRETS_KEY: randomBytes(32).toString('hex') });
  expect([other.code, other.stderr.trim()]).toEqual([1, expect.stringContaining('another SECRETS_KEY')]);
  const live = await cli(['check', '--live', '--platform', PLAIN], { SECRETS_KEY: randomBytes(32).toString('hex') });
  expect(live.stderr).toContain(`Control accounts of ${PLAIN} are ignored, because they were encrypted with another SECRETS_KEY.`);
  const unkeyed = await cli(['controls', 'set', CONTROLLED, OWN], { SECRETS_KEY: '' });
  expect([unkeyed.code, unkeyed.stderr.trim()]).toEqual([1, expect.stringContaining('SECRETS_KEY is not set')]);
  const refused = await cli(['controls', 'set', 'site-0003', OWN]);
  expect([refused.code, refused.stderr.trim()]).toEqual([2, 'site-0003 has no rule for this query type (email).']);
  const all = [listed, other, live, unkeyed, refused].map(({ stdout, stderr }) => stdout + stderr).join('\n');
  expect(all).not.toMatch(/quixotic|zephyr/);
});

it('a control account is in no log, event, history or plain dump', async () => {
  const webhooks = await service.keyOf(accountId, ['webhooks', 'lookups:read', 'lookups:delete']);
  await service.call('POST', '/v2/webhooks/endpoints', { key: webhooks.key, body: { url: receiver.url } });
  // What a lookup about the account itself keeps is the caller's.
  const lookups = await service.sql<{ id: string }[]>`SELECT id FROM lookups WHERE account_id = ${accountId}`;
  await Promise.all(lookups.map(({ id }) => service.call('DELETE', `/v2/lookup/${id}`, { key: webhooks.key })));
  await operate('controls', 'set', CONTROLLED, OWN);
  await truncate(service.sql, 'platform_controls');
  await lookUp(ADA);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 90_000 });
  const connection = await Connection.connect({ address: service.config.TEMPORAL_ADDRESS as string });
  const client = new Client({ connection, namespace: service.config.TEMPORAL_NAMESPACE ?? 'default' });
  const [histories, tables] = await Promise.all([accountTraces(client, service.sql, accountId), tableTraces(service.sql)]);
  await connection.close();
  expect([histories.size, tables.get('control_accounts')]).toEqual([1, expect.stringContaining(CONTROLLED)]);
  const event = receiver.received.map(({ body }) => body.toString()).join('');
  const traces = [...histories, ...tables, ['event', event], ['log', captured.text()]] as const;
  const hex = Buffer.from(OWN).toString('hex');
  const found = traces.flatMap(([position, trace]) =>
    [...formsFound(trace, OWN), ...(trace.includes(hex) ? ['hex'] : [])].map((form) => ({ position, form })),
  );
  expect(found).toEqual([]);
});
