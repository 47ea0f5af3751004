/** Tables of facts that are exchanged while an API and a worker run: what a lookup says changes with them, without a restart, and back. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogueCommand } from '../../src/cli/catalogue-command.js';
import { tablesFor } from '../../src/wiring/data-tables.js';
import { bundleOf, shippedFile, signingKey } from '../support/bundles.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { CommandRunner } from '../support/command-runner.js';
import { createDatabase } from '../support/databases.js';
import { resultsOf, sendBatch, untilBatch } from '../support/http/batches.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { createFleet, type Fleet } from '../support/processes.js';
import { clientOf } from '../support/service.js';
import { stackAddresses } from '../support/stack.js';
import { domainsWithout, onlyCurated, shippedDomains } from '../support/tables.js';

const PATIENT = { timeout: 60_000, interval: 200 };
const NAMES = 1_280;
/** Before, and after going back. */
const SAMPLE = 40;
/** Of a batch: a busy machine has a few a second. */
const PART = 160;
const MB = 1_048_576;

interface Line {
  readonly ref: string;
  readonly lookup: {
    readonly modules: {
      readonly email: readonly {
        readonly facts: { readonly disposable: boolean | null } | null;
        readonly sources: readonly { readonly source: string; readonly failure: string | null }[];
      }[];
    };
  } | null;
}

describe('a service whose tables of facts change', () => {
  const signer = signingKey();
  const names = onlyCurated();
  const commands = new CommandRunner();
  const run = (...args: string[]) => commands.run(catalogueCommand(), ...args);
  let [folder, url, metrics, key]: string[] = [];
  let [fleet, ledger]: [Fleet?, LedgerReader?] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footprint-tables-'));
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace, port] = await Promise.all([createDatabase(), createNamespace(temporalAddress), getPort()]);
    const settings = {
      ...{ DATABASE_URL: databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY, CATALOGUE_KEYS: signer.publicKey },
      ...{ TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace },
    };
    fleet = createFleet(settings);
    metrics = `http://127.0.0.1:${port}`;
    [{ url }] = await Promise.all([fleet.api(), fleet.worker({ METRICS_PORT: String(port) })]);
    ledger = openLedgerReader(databaseUrl);
    ({ key } = await ledger.account());
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await fleet?.close();
    await Promise.all([ledger?.close(), rm(folder ?? '', { recursive: true, force: true })]);
  });

  async function update(version: number, ...left: Parameters<typeof domainsWithout>): Promise<void> {
    const file = join(folder ?? '', `${version}.bundle`);
    const others = tablesFor(null).filter(({ name }) => name !== 'disposable-domains');
    await writeFile(file, bundleOf([shippedFile('github')], { key: signer.pem, version, tables: [domainsWithout(...left), ...others] }));
    await run('update', file);
  }
  /** What both processes say that they use. */
  const inUse = (bundle: number | null) =>
    Promise.all(
      [metrics, url].map((process) =>
        expect
          .poll(
            async () => ((await (await fetch(`${process}/readyz`)).json()) as { catalogue: { bundle: number | null } }).catalogue.bundle,
            PATIENT,
          )
          .toBe(bundle),
      ),
    );
  /** How many of the names lookups of new addresses in them call disposable. Those whose lists did not answer in time are asked again. */
  async function disposable(local: string, count: number): Promise<number> {
    let [waiting, found] = [names.slice(0, count), 0];
    for (let round = 0; waiting.length > 0; round += 1) {
      const part = waiting.splice(0, PART);
      const lines = await lookUp(part.map((name) => ({ identities: { emails: [`${local}${round}@${name}`] }, ref: name })));
      for (const { ref, lookup } of lines) {
        const { sources = [], facts } = lookup?.modules.email[0] ?? {};
        const isAnswered = sources.some(({ source, failure }) => source === 'disposable-lists' && failure === null);
        if (!isAnswered) waiting.push(ref);
        if (isAnswered && facts?.disposable === true) found += 1;
      }
    }
    return found;
  }
  async function lookUp(items: readonly object[]): Promise<Line[]> {
    const service = { call: clientOf(url ?? '') };
    const { batchId } = await sendBatch(service, key ?? '', items, { query: '?modules=email' });
    await untilBatch(service, key ?? '', batchId, 'finished');
    return resultsOf<Line>(service, key ?? '', batchId);
  }
  async function memory(): Promise<number> {
    const text = await (await fetch(`${metrics}/metrics`)).text();
    return Math.round(Number(/^footprint_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / MB);
  }

  it('says other things of 1,280 names at once, and the same again after going back', { timeout: 900_000 }, async () => {
    expect(names.length).toBeGreaterThanOrEqual(NAMES);
    const used = [await memory()];
    expect(await disposable('a', SAMPLE)).toBe(SAMPLE);
    used.push(await memory());
    await update(1, names);
    await inUse(1);
    expect(await disposable('b', NAMES)).toBe(0);
    used.push(await memory());
    await update(2, []);
    await inUse(2);
    expect(await disposable('c', NAMES)).toBe(NAMES);
    used.push(await memory());
    await run('rollback');
    await inUse(1);
    expect(await disposable('d', SAMPLE)).toBe(0);
    await run('rollback', '--to', 'shipped');
    await inUse(null);
    used.push(await memory());
    expect(await disposable('e', SAMPLE)).toBe(SAMPLE);
    expect(fleet?.died()).toEqual([]);
    console.info(`memory of the worker in MB: at first, after lookups, after each exchange: ${used.join(', ')}`);
  });

  it('lists which data it has, from where and of which day', async () => {
    await update(3, [], '2028-01-01');
    await inUse(3);
    const rows = await run('data');
    expect(rows.map(({ table }) => table)).toEqual([
      'disposable-domains',
      'mail-providers',
      'mail-relays',
      'network-kinds',
      'breached-sites',
    ]);
    expect(rows[0]).toMatchObject({ asOf: '2028-01-01', bundle: 3, origin: 'a test' });
    expect(rows[4]).toMatchObject({ asOf: '2026-11-24', bundle: 'shipped' });
    await run('rollback', '--to', 'shipped');
    expect((await run('data'))[0]).toMatchObject({
      asOf: shippedDomains.curated.asOf,
      bundle: 'shipped',
      origin: expect.stringContaining('disposable-email-domains') as string,
    });
  });
});
