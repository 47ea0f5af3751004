/**
 * Records a version, for the tests of its successors: `test/releases/v<version>/` gets the API document, the data of a database that this
 * version filled, how it shows the finished lookups, and the histories of its workflows (test/releases/README.md).
 *
 *   npx tsx tools/release/record-release.ts [VERSION]    default: that of package.json; a record that is there is replaced
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { openStores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { startGeneratedSites } from '../../test/support/generated-catalogue.js';
import { TEST_SECRETS_KEY } from '../../test/support/offline.js';
import { createFleet } from '../../test/support/processes.js';
import { RELEASE_PEOPLE, RELEASE_SETTINGS, RELEASE_SITES, RELEASES, type ReleaseNote } from '../../test/support/release-files.js';
import { recordedHistories } from '../../test/workflows/support/histories.js';
import { startTestStack } from '../embedded/test-stack.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import { dumpData } from './dump.js';
import { fillDatabase } from './release-data.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const json = (path: string): unknown => JSON.parse(readFileSync(join(PROJECT, path), 'utf8'));

/** Runs the service of this checkout on a database of its own, offline, and writes down what is left. @returns the folder */
export async function recordRelease(version: string): Promise<string> {
  const [stack, sites] = await Promise.all([
    startTestStack({ searchAttributes: SEARCH_ATTRIBUTES }),
    startGeneratedSites(RELEASE_SITES, { accounts: { people: RELEASE_PEOPLE } }),
  ]);
  const { url, ownerUrl, adminUrl } = stack.postgres;
  const settings = { ...RELEASE_SETTINGS, ...sites.env, DATABASE_URL: url, TEMPORAL_ADDRESS: stack.temporalAddress };
  const fleet = createFleet({ ...settings, TEMPORAL_NAMESPACE: stack.namespace });
  try {
    await migrateDatabase(ownerUrl, { serviceRole: new URL(url).username });
    const stores = openStores(readConfig({ ...settings, DATABASE_POOL: '4', SECRETS_KEY: TEST_SECRETS_KEY }), 'record');
    const bodies = await fillDatabase({ stores, fleet, simulator: sites.simulator }).finally(() => stores.database.close());
    await fleet.close();
    const admin = postgres(adminUrl, { max: 1 });
    const data = await dumpData(admin).finally(() => admin.end());
    return write(version, { bodies, data });
  } finally {
    await fleet.close();
    await Promise.all([stack.stop(), sites.close()]);
  }
}

function write(version: string, { bodies, data }: { bodies: unknown; data: string }): string {
  const folder = join(RELEASES, `v${version}`);
  const { entries } = json('drizzle/meta/_journal.json') as { entries: { tag: string }[] };
  const note: ReleaseNote = {
    version,
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: PROJECT, encoding: 'utf8' }).trim(),
    migrations: entries.map(({ tag }) => tag),
  };
  const histories = Object.fromEntries(recordedHistories().map(({ pins, text }) => [pins, JSON.parse(text) as unknown]));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(note, null, 2)}\n`);
  writeFileSync(join(folder, 'data.sql'), data);
  for (const [name, value] of Object.entries({ bodies, openapi: json('docs/openapi.json'), histories }))
    writeFileSync(join(folder, `${name}.json.gz`), gzipSync(JSON.stringify(value), { level: 9 }));
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = json('package.json') as { version: string };
  process.stdout.write(`recorded ${await recordRelease(process.argv[2] ?? version)}\n`);
}
