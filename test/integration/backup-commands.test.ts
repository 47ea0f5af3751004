/** `footprint backup` and `footprint restore` on Debian's Postgres: to two moments of a load, with what was erased since. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa, type Options } from 'execa';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyFormat } from '../../src/kernel/secrets/api-key-format.js';
import { createApiKey } from '../../src/features/accounts/use-cases/api-keys.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { openStores } from '../../src/wiring/stores.js';
import { findPostgresClients } from '../../tools/embedded/postgres-clients.js';
import { databaseFolder } from '../../tools/embedded/postgres-data.js';
import { postgresUser } from '../../tools/embedded/postgres-programs.js';
import { type PostgresServer, startPostgres } from '../../tools/embedded/postgres.js';
import { entryArguments } from '../../tools/embedded/program.js';
import { openStateDir } from '../../tools/embedded/state-dir.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { createMigratedOn, createOn, newName, urlsOf } from '../support/databases.js';
import { debianProgram } from '../support/debian.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { createFleet, type Fleet } from '../support/processes.js';
import { stackAddresses } from '../support/stack.js';
import { tableTraces, traceableForms } from '../support/traces.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';

const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));
const SITES = 12;
const PACE_MS = 250;
const BEFORE_EACH = 8;
const SUBJECT = 'Quixotic_Zephyr_84';
const OPTED_OUT = 'Opted_Out_2030';

interface Moment {
  readonly file: string;
  /** Lookups that callers had been told of before the command was started. */
  readonly accepted: readonly string[];
}

describe('backup and restore', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-backups-'));
  const backups = path.join(folder, 'home', 'backups');
  const home = openStateDir(path.join(folder, 'home'));
  const common = { ERASURE_LEDGER: path.join(folder, 'erasures.jsonl'), SECRETS_KEY: TEST_SECRETS_KEY };
  const accepted: string[] = [];
  const moments: Moment[] = [];
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let server: PostgresServer;
  let fleet: Fleet;
  let settings: Readonly<Record<string, string>>;
  let owner: Awaited<ReturnType<LedgerReader['account']>>;
  let secret: string;
  /** The lookup whose identity is erased after both backups. */
  let erased: string;
  let loaded: string;

  beforeAll(async () => {
    const program = await debianProgram({ names: ['pg_ctl'], packages: ['postgresql'] });
    const bin = path.dirname(program);
    const [generated, started, namespace] = await Promise.all([
      startGeneratedSites(SITES, { latency: { medianMs: 300, sigma: 0.8, capMs: 2_000 } }),
      startPostgres({ home, durable: false, candidates: [{ folder: bin, source: "Debian's", bundle: null }] }),
      createNamespace(stackAddresses().temporalAddress),
    ]);
    [sites, server] = [generated, started];
    mkdirSync(backups);
    loaded = await createMigratedOn(server, newName());
    settings = { ...sites.env, ...common, TEMPORAL_ADDRESS: stackAddresses().temporalAddress, TEMPORAL_NAMESPACE: namespace };
    fleet = createFleet(settings);
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([server?.stop(), sites?.close()]);
    rmSync(databaseFolder(home, postgresUser()), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  /** A command on a database, as an operator runs it who owns the tables. */
  function footprint(database: string, args: readonly string[], options: Options = { stdin: 'ignore' }) {
    const { url, ownerUrl } = urlsOf(server, database);
    const env = { PATH: process.env['PATH'], FOOTPRINT_ENV_FILE: 'none', ...common, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
    return execa(process.execPath, entryArguments('cli', args), { ...options, env, extendEnv: false, reject: false });
  }
  const openDatabaseOf = (database: string) => postgres(urlsOf(server, database).ownerUrl, { max: 1, onnotice: () => undefined });
  const digestOf = async (database: string): Promise<string> => {
    const sql = openDatabaseOf(database);
    const traces = await tableTraces(sql).finally(() => sql.end());
    return createHash('sha256')
      .update([...traces].map((pair) => pair.join('\n')).join('\n'))
      .digest('hex');
  };

  it('backs up twice under load: a file that only its owner reads, with no secret in it', async () => {
    const { url } = urlsOf(server, loaded);
    const record = openStores(readConfig({ ...common, DATABASE_URL: url, DATABASE_POOL: '2' }), 'test');
    const ledger = openLedgerReader(url);
    owner = await ledger.account();
    ({ secret } = await addEndpointTo(record, owner.accountId));
    const { key } = await createApiKey(
      { accounts: record.accounts, keys: apiKeyFormat('svc') },
      { accountId: owner.accountId, scopes: ['lookups', 'account:write', 'account:data'] },
    );
    const [api, worker] = await Promise.all([fleet.api({ DATABASE_URL: url }), fleet.worker({ DATABASE_URL: url })]);
    const send = (path: string, body: unknown) => call(api.url, 'POST', path, { key, body, timeoutMs: 60_000 });
    let isOver = false;
    const load = (async () => {
      const sent: Promise<unknown>[] = [];
      for (let n = 0; !isOver; n += 1) {
        const query = n === 0 ? SUBJECT : `person_${n}`;
        sent.push(
          send(n % 3 === 1 ? '/v1/lookup?instant=true' : '/v1/lookup', { query }).then(({ body }) => {
            const id = lookupIdOf(body);
            if (id && query === SUBJECT) erased = id;
            if (id) accepted.push(id);
          }),
        );
        await sleep(PACE_MS);
      }
      await Promise.all(sent);
    })();
    for (const round of [1, 2]) {
      await expect.poll(() => accepted.length).toBeGreaterThanOrEqual(round * BEFORE_EACH);
      const known = [...accepted];
      const { exitCode, stdout, stderr } = await footprint(loaded, ['backup', backups]);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      const { file } = JSON.parse(String(stdout)) as { file: string };
      moments.push({ file, accepted: known });
    }
    isOver = true;
    await load;
    const erasure = await send('/v2/account/erasures', { identity: { username: SUBJECT }, dryRun: false });
    const suppressed = await send('/v2/account/suppressions', { type: 'username', value: OPTED_OUT, proof: 'a letter' });
    expect([erasure.status, suppressed.status]).toEqual([200, 200]);
    const erasureId = (erasure.body as { id: string }).id;
    await expect.poll(async () => (await record.erasures.find(erasureId, null))?.state).toBe('done');
    await Promise.all([api.kill(), worker.kill()]);
    await Promise.all([ledger.isGone('footprint-api'), ledger.isGone('footprint-worker')]);
    await Promise.all([record.database.close(), ledger.close()]);

    expect(readdirSync(backups).sort()).toEqual(moments.map(({ file }) => path.basename(file)).sort());
    const clients = findPostgresClients(15);
    for (const { file } of moments) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const text = execFileSync(clients?.pgRestore ?? '', ['--file=-', file], { encoding: 'utf8', maxBuffer: 1e9 });
      expect(text).toContain(owner.accountId);
      for (const hidden of [TEST_SECRETS_KEY, key, secret]) expect(text.includes(hidden)).toBe(false);
    }
  });

  it.each([
    ['the later', 1],
    ['the earlier', 0],
  ])(
    'restores %s into a new database: every lookup from before is there, finishes and is billed once; what was erased since stays erased',
    async (_, index) => {
      const { file, accepted: before } = moments[index] as Moment;
      const name = newName();
      const { url } = await createOn(server, name);
      const { exitCode, stdout, stderr } = await footprint(name, ['restore', file]);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      expect(JSON.parse(String(stdout))).toMatchObject({ erasures: 1, suppressions: 1 });
      const sql = openDatabaseOf(name);
      for (const [table, rows] of await tableTraces(sql)) expect(traceableForms(rows, 'username', SUBJECT), table).toEqual([]);
      expect(await sql`SELECT 1 FROM suppressions WHERE account_id = ${owner.accountId}`).toHaveLength(1);
      await sql.end();

      const ledger = openLedgerReader(url);
      const held = new Set((await ledger.lookups(owner.accountId)).map(({ id }) => id));
      expect(before).toContain(erased);
      expect(before.filter((id) => !held.has(id))).toEqual([erased]);
      await ledger.age(10);
      const [api, worker] = await Promise.all([fleet.api({ DATABASE_URL: url }), fleet.worker({ DATABASE_URL: url })]);
      expect(await ledger.unfinished(owner.accountId, 150_000)).toEqual([]);
      const lookups = await ledger.lookups(owner.accountId);
      expect(lookups.filter(({ billed }) => billed !== 1)).toEqual([]);
      const shown = await call(api.url, 'GET', `/v2/lookup/${before.at(-1)}`, { key: owner.key });
      expect(shown).toMatchObject({ status: 200, body: { status: 'finished' } });
      await Promise.all([api.stop(), worker.stop()]);
      await ledger.close();
    },
    400_000,
  );

  it('refuses a database in use or with anything in it; one that is to be replaced stays as it is when the restore fails', async () => {
    const [later, earlier] = [moments[1], moments[0]] as [Moment, Moment];
    const name = newName();
    const { url } = await createOn(server, name);
    expect((await footprint(name, ['restore', later.file])).exitCode).toBe(0);
    const before = await digestOf(name);

    expect(await footprint(name, ['restore', earlier.file])).toMatchObject({
      exitCode: 7,
      stderr: expect.stringMatching(/not empty/) as string,
    });
    const connected = postgres(url, { max: 1, connection: { application_name: 'footprint-worker' } });
    await connected`SELECT 1`;
    const inUse = await footprint(name, ['restore', earlier.file, '--replace']);
    expect(inUse).toMatchObject({ exitCode: 7, stderr: expect.stringMatching(/^API or workers are connected/) as string });
    await connected.end();

    const cut = path.join(folder, 'cut.dump');
    copyFileSync(earlier.file, cut);
    truncateSync(cut, Math.round(statSync(cut).size * 0.9));
    const broken = await footprint(name, ['restore', cut, '--replace']);
    expect(broken).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^pg_restore failed: /) as string });
    const other = await footprint(name, ['restore', path.join(folder, 'erasures.jsonl'), '--replace']);
    expect(other).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^pg_restore failed: .*valid archive/) as string });
    expect(await digestOf(name)).toBe(before);

    expect((await footprint(name, ['restore', earlier.file, '--replace'])).exitCode).toBe(0);
    const ledger = openLedgerReader(url);
    const ids = (await ledger.lookups(owner.accountId)).map(({ id }) => id);
    await ledger.close();
    expect(later.accepted.some((id) => !ids.includes(id))).toBe(true);
    expect((await footprint(name, ['backup', earlier.file])).exitCode).toBe(7);
  }, 300_000);

  it('goes through standard output and input, as to a tool that encrypts and from it', async () => {
    const name = newName();
    await createOn(server, name);
    const file = path.join(folder, 'stream');
    expect(await footprint(loaded, ['backup', '-'], { stdin: 'ignore', stdout: { file } })).toMatchObject({ exitCode: 0 });
    const read = await footprint(name, ['restore', '-'], { stdin: { file } });
    expect({ exitCode: read.exitCode, stderr: read.stderr }).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(String(read.stdout))).toMatchObject({ erasures: 0, suppressions: 0, lookups: expect.any(Number) as number });
    const [ledger, old] = [openLedgerReader(urlsOf(server, name).url), openLedgerReader(urlsOf(server, loaded).url)];
    expect(await ledger.lookups(owner.accountId)).toEqual(await old.lookups(owner.accountId));
    await Promise.all([ledger.close(), old.close()]);
  });

  it('brings what pg_dump made of the database of an older release to this one', async () => {
    const [older, name] = [newName(), newName()];
    const { ownerUrl } = await createOn(server, older);
    const migrations = path.join(folder, 'migrations');
    cpSync(MIGRATIONS, migrations, { recursive: true });
    const file = path.join(migrations, 'meta/_journal.json');
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: unknown[] };
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 2) }));
    await migrateDatabase(ownerUrl, { folder: migrations });
    const dump = path.join(folder, 'older.dump');
    execFileSync(findPostgresClients(15)?.pgDump ?? '', ['--format=custom', `--file=${dump}`, `--dbname=${ownerUrl}`]);

    await createOn(server, name);
    expect(await footprint(name, ['restore', dump])).toMatchObject({ exitCode: 0 });
    const sql = openDatabaseOf(name);
    expect(await sql`SELECT 1 FROM drizzle.__drizzle_migrations`).toHaveLength(journal.entries.length);
    await sql.end();
  });
});
