/** The catalogue changes while two APIs and two workers run: no lookup fails, and all of them take each revision over by themselves. */
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogueCommand } from '../../src/cli/catalogue-command.js';
import { operateCommand } from '../../src/cli/operate-command.js';
import { startSimulator, type Simulator } from '../../tools/simulator/start-simulator.js';
import { openRecordOn } from '../stores/support/record.js';
import { requestedOtherwise, bundleOf, shippedFile, signingKey, withRule } from '../support/bundles.js';
import { call } from '../support/chaos-client.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { CommandRunner } from '../support/command-runner.js';
import { createDatabase } from '../support/databases.js';
import { updateCatalogue } from '../../src/wiring/catalogue-changes.js';
import { openCatalogue } from '../../src/wiring/platforms.js';
import { createFleet, type ApiProcess, type Fleet } from '../support/processes.js';
import { stackAddresses } from '../support/stack.js';

const signer = signingKey();
const [github, gitlab, keybase] = [shippedFile('github'), shippedFile('gitlab'), shippedFile('keybase')];
const PATIENT = { timeout: 60_000, interval: 200 };
const PERSON = 'ada-example';

describe('a fleet whose catalogue changes', () => {
  let folder: string;
  const commands = new CommandRunner();
  const run = (...args: string[]) => commands.run(catalogueCommand(), ...args);
  let simulator: Simulator;
  let fleet: Fleet;
  let ledger: LedgerReader;
  let apis: [ApiProcess, ApiProcess];
  let key: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footprint-bundles-'));
    const loaded = openCatalogue({ CATALOGUE_PATH: undefined });
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    const requested = ['github', 'gitlab', 'keybase'].flatMap((slug) => loaded.catalogue.get(slug) ?? []);
    simulator = await startSimulator({
      platforms: requested,
      samples: (slug, type) => loaded.samples.get(slug)?.[type],
      accounts: { people: [{ identities: { username: [PERSON] }, share: 1 }] },
    });
    ledger = openLedgerReader(databaseUrl);
    settings = {
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: TEST_SECRETS_KEY,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
      PROBE_PROXY_URL: simulator.proxyUrls,
      PROBE_CA_FILE: simulator.caFile,
      CATALOGUE_KEYS: signer.publicKey,
    };
    fleet = createFleet(settings);
    apis = [await fleet.api(), await fleet.api()];
    await Promise.all([fleet.worker(), fleet.worker()]);
    ({ key } = await ledger.account());
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await fleet?.close();
    await Promise.all([ledger?.close(), simulator?.close(), rm(folder, { recursive: true, force: true })]);
  });

  /** Writes a bundle to a file. @returns its path */
  async function bundle(version: number, ...files: { readonly slug: string }[]): Promise<string> {
    const file = join(folder, `${version}.bundle`);
    await writeFile(file, bundleOf(files, { key: signer.pem, version }));
    return file;
  }
  const update = async (version: number, ...files: { readonly slug: string }[]) => run('update', await bundle(version, ...files));
  const inUse = async (url: string): Promise<string[]> => {
    const { body } = await call(url, 'GET', '/v2/platforms', { key });
    return (body as { platforms: { platform: string; health: object[] }[] }).platforms
      .filter(({ health }) => health.length > 0)
      .map(({ platform }) => platform);
  };
  const everywhere = (slugs: readonly string[]) =>
    Promise.all(apis.map(({ url }) => expect.poll(() => inUse(url), PATIENT).toEqual(slugs)));
  /** Revisions that lookups were planned with. */
  const planned = async (): Promise<string[]> =>
    (await ledger.sql<{ revision: string }[]>`SELECT DISTINCT plan ->> 'catalogue' AS revision FROM lookups`).map(
      ({ revision }) => revision,
    );
  const lookUp = (url: string) =>
    call(url, 'POST', '/v1/lookup?wait=true', {
      key,
      body: { query: PERSON, platforms: ['github'] },
      headers: { 'cache-control': 'no-cache' },
      timeoutMs: 60_000,
    });

  it('accepts updates and goes back under load: every lookup is answered and tells the truth, in every process', {
    timeout: 180_000,
  }, async () => {
    let isOver = false;
    const answers: Awaited<ReturnType<typeof lookUp>>[] = [];
    const client = async ({ url }: ApiProcess): Promise<void> => {
      while (!isOver) answers.push(await lookUp(url));
    };
    const clients = [...apis, ...apis].map(client);
    try {
      await update(1, github, gitlab);
      await everywhere(['github', 'gitlab']);
      await update(2, withRule(github, requestedOtherwise), gitlab, keybase);
      await everywhere(['github', 'gitlab', 'keybase']);
      await expect.poll(planned, PATIENT).toContain('2');
      expect(await run('rollback')).toEqual([{ revision: 3, bundle: 1 }]);
      await expect.poll(planned, PATIENT).toContain('3');
      await run('rollback');
      await expect.poll(async () => (await inUse(apis[1].url)).length, PATIENT).toBeGreaterThan(1_000);
    } finally {
      isOver = true;
      await Promise.all(clients);
    }
    expect(answers.length).toBeGreaterThan(4);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const received = answers.map(({ body }) => (body as { results: { platform: string; registered: boolean }[] }).results);
    const wrong = received.flat().filter(({ platform, registered }) => platform !== 'github' || !registered);
    expect(wrong).toEqual([]);
    expect(received.filter((results) => results.length === 1).length).toBe(answers.length);
    expect(fleet.died()).toEqual([]);
  });

  it('ends a lookup whose plan names a platform that the catalogue has lost since: that one is omitted', {
    timeout: 120_000,
  }, async () => {
    const [url, namespace] = await Promise.all([createDatabase(), createNamespace(stackAddresses().temporalAddress)]);
    const own = createFleet({ ...settings, DATABASE_URL: url, TEMPORAL_NAMESPACE: namespace });
    const [record, received] = [openRecordOn(url, 2), openLedgerReader(url)];
    try {
      const api = await own.api();
      const account = await received.account();
      const accept = (version: number, ...files: { readonly slug: string }[]) =>
        updateCatalogue(
          { ...record, config: { CATALOGUE_PATH: undefined, PLATFORM_KEYS: undefined, CATALOGUE_KEYS: [signer.publicKey] } },
          bundleOf(files, { key: signer.pem, version }),
          new Date(),
        );
      await accept(1, github, gitlab);
      await accept(2, github);
      const body = { query: PERSON, platforms: ['github'] };
      const accepted = await call(api.url, 'POST', '/v1/lookup', { key: account.key, body });
      const { lookupId } = accepted.body as { lookupId: string };
      // As a worker of before the second update left it.
      const targets = ['gitlab', 'github'].map((platform) => ({ platform, subjects: ['username'] }));
      const plan = { targets, modules: ['footprint'], catalogue: 1 };
      await received.sql`UPDATE lookups SET plan = ${JSON.stringify(plan)}::jsonb, state = 'running', started_at = now() WHERE id = ${lookupId}`;
      await own.worker();
      await expect
        .poll(async () => (await call(api.url, 'GET', `/v1/lookup/${lookupId}`, { key: account.key })).body, PATIENT)
        .toMatchObject({ results: [{ platform: 'github', registered: true }] });
    } finally {
      await own.close();
      await Promise.all([record.database.close(), received.close()]);
    }
  });

  it('shows a refusal in one sentence on the command line, and goes on with what it had', async () => {
    const file = await bundle(9, github);
    vi.stubEnv('CATALOGUE_KEYS', signingKey().publicKey);
    await expect(run('update', file)).rejects.toThrow(/^The bundle is refused: it is signed with the key [^.]+\.$/);
    vi.stubEnv('CATALOGUE_KEYS', signer.publicKey);
    await expect(run('update', join(folder, 'no-such-file'))).rejects.toThrow(/cannot be read\.$/);
    expect(await run('revisions', '--limit', '1')).toMatchObject([{ cause: 'rollback', bundle: 'shipped' }]);
  });

  it('names the files that an earlier release stored in place of shipped ones, and says what to do instead', async () => {
    await ledger.sql`
      INSERT INTO catalogue_revisions (revision, cause, bundle, replacements, held)
      SELECT max(revision) + 1, 'replace', NULL, '{"github": {}}', '{}' FROM catalogue_revisions`;
    const notices = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await run('revisions', '--limit', '1')).toMatchObject([{ cause: 'replace', bundle: 'shipped' }]);
    const [notice] = notices.mock.calls.map(([text]) => String(text));
    notices.mockRestore();
    expect(notice).toMatch(/stored for github are refused: .* no longer used; sign a bundle .* \(`footprint catalogue update`\)\.$/m);
  });

  it('leaves slugs of old lookups readable when their platform is off or gone', { timeout: 120_000 }, async () => {
    const { body } = await lookUp(apis[0].url);
    const { lookupId } = body as { lookupId: string };
    const read = async () =>
      ((await call(apis[1].url, 'GET', `/v1/lookup/${lookupId}`, { key })).body as { results: { platform: string }[] }).results.map(
        ({ platform }) => platform,
      );
    const nameOf = async () => {
      const { body: list } = await call(apis[1].url, 'GET', '/v2/platforms', { key });
      return (list as { platforms: { platform: string; name: string }[] }).platforms.find(({ platform }) => platform === 'github')?.name;
    };
    await commands.run(operateCommand(), 'platform', 'off', 'github', '--reason', 'a trial');
    expect(await read()).toEqual(['github']);
    await commands.run(operateCommand(), 'platform', 'on', 'github');
    await update(20, gitlab);
    await expect.poll(nameOf, PATIENT).toBeUndefined();
    expect(await read()).toEqual(['github']);
    await run('rollback');
    await expect.poll(nameOf, PATIENT).toBe('GitHub');
  });
});
