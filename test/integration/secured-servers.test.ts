/** Postgres and Temporal behind TLS, as managed clusters are: every process gets there, or says in one sentence what is wrong. */
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/kernel/config/env.js';
import { entryArguments } from '../../tools/embedded/program.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { behind, issuedFiles, refusal } from '../support/secured.js';
import { createDatabase, createEmptyDatabase, urlsOfDatabase } from '../support/databases.js';
import { startService } from '../support/service.js';
import { stackAddresses } from '../support/stack.js';
import { createTestAuthority, type Identified, type TestAuthority } from '../support/test-authority.js';
import { startPostgresTls, startTemporalTls, type TlsProxy } from '../support/tls-proxies.js';

const API_KEY = 'temporal-key-of-the-test';
const ONE_SENTENCE = /^[^\n]+\.$/;

let authority: TestAuthority;
let unauthenticated: TestAuthority;
let ours: { cert: string; key: string };
let anonymous: { cert: string; key: string };
let databaseUrl: string;
let postgres: TlsProxy;
let temporal: TlsProxy;
/** The same servers, for another name and without client certificates. */
let otherPostgres: TlsProxy;
let otherTemporal: TlsProxy;
let localhost: Identified;
let temporalServer: { host: string; port: number };
const of = (address: URL) => ({ host: address.hostname, port: Number(address.port) });

beforeAll(async () => {
  [authority, unauthenticated, databaseUrl] = await Promise.all([createTestAuthority(), createTestAuthority(), createDatabase()]);
  [ours, anonymous] = await Promise.all([issuedFiles(authority, 'client.example.com'), issuedFiles(unauthenticated, 'client.example.com')]);
  let other: Identified;
  [localhost, other] = await Promise.all([authority.issue(['localhost', '127.0.0.1']), authority.issue(['db.example.com'])]);
  const target = of(new URL(databaseUrl));
  temporalServer = of(new URL(`tcp://${stackAddresses().temporalAddress}`));
  [postgres, temporal, otherPostgres, otherTemporal] = await Promise.all([
    startPostgresTls({ target, server: localhost, clients: authority.ca }),
    startTemporalTls({ target: temporalServer, server: localhost, clients: authority.ca, apiKey: API_KEY }),
    startPostgresTls({ target, server: other }),
    startTemporalTls({ target: temporalServer, server: other }),
  ]);
});
afterAll(async () => {
  await Promise.all([postgres, temporal, otherPostgres, otherTemporal].map((proxy) => proxy?.close()));
  authority?.remove();
  unauthenticated?.remove();
});

const verified = (more: Readonly<Record<string, string>> = {}, url = databaseUrl) =>
  behind(url, postgres.port, { sslmode: 'verify-full', sslrootcert: authority.caFile, sslcert: ours.cert, sslkey: ours.key, ...more });
const secured = (): Record<string, string> => ({
  SECRETS_KEY: TEST_SECRETS_KEY,
  DATABASE_URL: verified(),
  TEMPORAL_ADDRESS: `localhost:${temporal.port}`,
  TEMPORAL_API_KEY: API_KEY,
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority.caFile,
  TEMPORAL_TLS_CLIENT_CERT_PATH: ours.cert,
  TEMPORAL_TLS_CLIENT_KEY_PATH: ours.key,
});

describe("with client certificates, an API key and an authority of one's own", () => {
  it('a lookup runs from its acceptance to its end, all of it through TLS', async () => {
    const sites = await startGeneratedSites(3);
    const before = { postgres: postgres.secured(), temporal: temporal.secured() };
    const service = await startService({ env: { ...sites.env, ...secured() } });
    try {
      const { key } = await service.account();
      const answer = await service.call('POST', '/v1/lookup?wait=true', { key, body: { query: 'ada-example' } });
      expect(answer.status).toBe(200);
      expect(postgres.secured()).toBeGreaterThan(before.postgres);
      expect(temporal.secured()).toBeGreaterThan(before.temporal);
    } finally {
      await service.close();
      await sites.close();
    }
  });

  it('another name is accepted only where the setting says so', async () => {
    const accepted: Record<string, string>[] = [{ sslmode: 'verify-ca', sslrootcert: authority.caFile }, { sslmode: 'no-verify' }];
    for (const parameters of accepted) {
      expect(await refusal('api', { ...secured(), DATABASE_URL: behind(databaseUrl, otherPostgres.port, parameters) })).toBeNull();
    }
    const settings = { TEMPORAL_ADDRESS: `localhost:${otherTemporal.port}`, TEMPORAL_TLS_SERVER_NAME: 'db.example.com' };
    expect(await refusal('worker', { ...secured(), ...settings })).toBeNull();
  });

  it('a profile says the same as variables, and only a file that is named is read', async () => {
    const file = join(dirname(authority.caFile), 'temporal.toml');
    const tls = `[profile.cloud.tls]\nserver_ca_cert_path = "${authority.caFile}"\nclient_cert_path = "${ours.cert}"\nclient_key_path = "${ours.key}"\n`;
    writeFileSync(file, `[profile.cloud]\naddress = "localhost:${temporal.port}"\nnamespace = "default"\napi_key = "${API_KEY}"\n${tls}`);
    const named = { DATABASE_URL: verified(), TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'cloud' };
    expect(await refusal('api', named)).toBeNull();
    expect(await refusal('worker', named)).toBeNull();
    expect((await refusal('api', { ...named, TEMPORAL_CONFIG_FILE: '' }))?.message).toMatch(
      /TEMPORAL_PROFILE is set without TEMPORAL_CONFIG_FILE/,
    );
    expect((await refusal('api', { ...named, TEMPORAL_PROFILE: 'none' }))?.message).toMatch(/Profile 'none' not found/);
  });
});

describe("a hosted server that keeps its operator's interface to itself", () => {
  it('a worker starts, and says once which search attributes have to be there', async () => {
    const hosted = await startTemporalTls({
      target: temporalServer,
      server: localhost,
      apiKey: API_KEY,
      denied: 'temporal.api.operatorservice.v1.OperatorService',
    });
    const written: string[] = [];
    const settings = { ...secured(), TEMPORAL_ADDRESS: `localhost:${hosted.port}` };
    try {
      expect(await refusal('worker', settings, pino({ level: 'warn' }, { write: (line) => void written.push(line) }))).toBeNull();
    } finally {
      await hosted.close();
    }
    expect(written.filter((line) => line.includes('search attributes'))).toEqual([expect.stringContaining('"FootprintState":"Keyword"')]);
  });
});

describe.each(['api', 'worker'] as const)('%s: what is wrong is one sentence at the start', (entry) => {
  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'Postgres: another name',
      () => ({ DATABASE_URL: behind(databaseUrl, otherPostgres.port, { sslmode: 'verify-full', sslrootcert: authority.caFile }) }),
      /DATABASE_URL .*another name .*localhost.*db\.example\.com/,
    ],
    [
      'Postgres: another name than this address',
      () => ({
        DATABASE_URL: behind(databaseUrl, otherPostgres.port, { sslmode: 'verify-full', sslrootcert: authority.caFile }, '127.0.0.1'),
      }),
      /DATABASE_URL .*another name .*127\.0\.0\.1/,
    ],
    [
      'Postgres: an unknown authority',
      () => ({ DATABASE_URL: verified({ sslrootcert: unauthenticated.caFile }) }),
      /DATABASE_URL .*unknown authority .*DATABASE_CA_FILE/,
    ],
    [
      'Postgres: sslmode=require of an unknown authority',
      () => ({ DATABASE_URL: verified({ sslmode: 'require', sslrootcert: '' }) }),
      /DATABASE_URL .*unknown authority .*DATABASE_CA_FILE/,
    ],
    [
      'Postgres: no client certificate',
      () => ({ DATABASE_URL: verified({ sslcert: '', sslkey: '' }) }),
      /DATABASE_URL .*wants a client certificate .*sslcert/,
    ],
    [
      'Postgres: a certificate with the key of another',
      () => ({ DATABASE_URL: verified({ sslkey: anonymous.key }) }),
      /DATABASE_URL .*do not belong together/,
    ],
    ['Postgres: a server without TLS', () => ({ DATABASE_URL: `${databaseUrl}?sslmode=verify-full` }), /DATABASE_URL .*TLS/],
    [
      'Postgres: a wrong password',
      () => ({ DATABASE_URL: verified({}, databaseUrl.replace(/:[^:@/]+@/, ':wrong@')) }),
      /DATABASE_URL .*password .*28P01/,
    ],
    [
      'Temporal: another name',
      () => ({ TEMPORAL_ADDRESS: `localhost:${otherTemporal.port}` }),
      /TEMPORAL_ADDRESS .*another name .*TEMPORAL_TLS_SERVER_NAME/,
    ],
    [
      'Temporal: an unknown authority',
      () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: unauthenticated.caFile }),
      /TEMPORAL_ADDRESS .*unknown authority .*TEMPORAL_TLS_SERVER_CA_CERT_PATH/,
    ],
    [
      'Temporal: no client certificate',
      () => ({ TEMPORAL_TLS_CLIENT_CERT_PATH: '', TEMPORAL_TLS_CLIENT_KEY_PATH: '' }),
      /TEMPORAL_ADDRESS .*wants a client certificate .*TEMPORAL_TLS_CLIENT_CERT_PATH/,
    ],
    [
      'Temporal: a client certificate of an unknown authority',
      () => ({ TEMPORAL_TLS_CLIENT_CERT_PATH: anonymous.cert, TEMPORAL_TLS_CLIENT_KEY_PATH: anonymous.key }),
      /TEMPORAL_ADDRESS .*client certificate/,
    ],
    ['Temporal: a certificate without its key', () => ({ TEMPORAL_TLS_CLIENT_KEY_PATH: '' }), /go together/],
    [
      'Temporal: a certificate with the key of another',
      () => ({ TEMPORAL_TLS_CLIENT_KEY_PATH: anonymous.key }),
      /TEMPORAL_ADDRESS .*do not belong together/,
    ],
    ['Temporal: a wrong API key', () => ({ TEMPORAL_API_KEY: 'another' }), /TEMPORAL_ADDRESS .*refuses TEMPORAL_API_KEY/],
    ['Temporal: a file that is not there', () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere/ca.pem' }), /nowhere\/ca\.pem/],
    ['Temporal: an address that is none', () => ({ TEMPORAL_ADDRESS: 'localhost:7233:1' }), /TEMPORAL_ADDRESS is not host:port/],
    ['Temporal: a server without TLS', () => ({ TEMPORAL_ADDRESS: stackAddresses().temporalAddress }), /TEMPORAL_ADDRESS .*TLS/],
  ])('%s', async (_, settings, sentence) => {
    const error = await refusal(entry, { ...secured(), ...settings() });
    expect(error).toBeInstanceOf(ConfigError);
    expect(error?.message).toMatch(ONE_SENTENCE);
    expect(error?.message).toMatch(sentence);
    expect(error?.message).not.toContain(API_KEY);
  });
});

describe('every program reads the same settings and ends in the same way', () => {
  const run = (entry: string, args: readonly string[], settings: Record<string, string>) =>
    promisify(execFile)(process.execPath, entryArguments(entry, args), {
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...settings },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  const ACCOUNT = ['account', 'create', '--email', 'ada@example.com', '--plan', 'growth'];

  it('the migration and the command line work through TLS', async () => {
    const { url, ownerUrl } = urlsOfDatabase(await createEmptyDatabase());
    const settings = { ...secured(), DATABASE_URL: verified({}, url) };
    const owner = { ...settings, DATABASE_OWNER_URL: verified({}, ownerUrl) };
    expect(await run('migrate', [], owner)).toMatchObject({ code: 0, stderr: '' });
    expect(await run('cli', ACCOUNT, settings)).toMatchObject({ code: 0, stderr: '' });
  });

  it('the migration names the setting of the owner when that is at fault', async () => {
    const { url, ownerUrl } = urlsOfDatabase(databaseUrl);
    const owner = (value: string) => run('migrate', [], { ...secured(), DATABASE_URL: verified({}, url), DATABASE_OWNER_URL: value });
    const { code, stderr } = await owner(verified({ sslrootcert: unauthenticated.caFile }, ownerUrl));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The server that DATABASE_OWNER_URL names shows a certificate of an unknown authority [^\n]+\.\n$/);
    expect((await owner(verified({}, url))).stderr).toMatch(
      /^The server that DATABASE_OWNER_URL names gives its user no right [^\n]+ \(42501\)\.\n$/,
    );
    expect((await owner(`${ownerUrl}?sslmode=prefer`)).stderr).toMatch(/^DATABASE_OWNER_URL: sslmode=prefer is not known here/);
  });

  it.each([
    ['api', []],
    ['worker', []],
    ['migrate', []],
    ['cli', ACCOUNT],
  ] as const)('%s: one line on standard error, no stack', async (entry, args) => {
    const { code, stderr } = await run(entry, args, { ...secured(), DATABASE_URL: verified({ sslrootcert: unauthenticated.caFile }) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The server that DATABASE_URL names shows a certificate of an unknown authority [^\n]+\.\n$/);
  });
});
