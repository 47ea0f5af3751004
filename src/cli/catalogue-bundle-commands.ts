/** `footprint catalogue bundle|update|rollback|revisions|data`: the catalogue without a release. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { variablesFor } from '../engine/http/probe-variables.js';
import { currentCatalogue, rollBackCatalogue, updateCatalogue, usesBundles } from '../wiring/catalogue-changes.js';
import { tablesFor } from '../wiring/data-tables.js';
import { shippedCatalogue } from '../wiring/platforms.js';
import { BundleRefused, makeBundle } from '../engine/catalogue/bundle.js';
import { breachedSitesFile, shippedFiles } from '../engine/catalogue/catalogue-files.js';
import { checkCatalogue } from '../engine/catalogue/check-catalogue.js';
import { loadCatalogue } from '../engine/catalogue/load-catalogue.js';
import { REPLACEMENT_REFUSED, type RevisionEntry, SHIPPED_REVISION } from '../engine/catalogue/rules/revision.js';
import { DAY_MS } from '../kernel/values/durations.js';
import { ApiError } from './api-client.js';
import { newestBundle } from './bundle-bytes.js';
import { printNotice, printRecord, printRecords } from './output.js';
import { moment, wholeNumber } from './values.js';
import { recordOperator, withStores } from './with-stores.js';

interface BundleFlags {
  readonly key: string;
  readonly out: string;
  readonly from?: string;
  readonly release?: number;
  readonly expires?: Date;
}

const EXPIRES_AFTER_MS = 90 * DAY_MS;
const MAX_SHOWN = 50;

export function bundleCommands(): Command[] {
  return [makeCommand(), updateCommand(), rollbackCommand(), revisionsCommand(), dataCommand()];
}

function makeCommand(): Command {
  return new Command('bundle')
    .description('sign platform files and tables of facts as a bundle for `catalogue update`; prints the public key for CATALOGUE_KEYS')
    .requiredOption('--key <file>', 'Ed25519 private key in PEM: openssl genpkey -algorithm ed25519')
    .requiredOption('--out <file>', 'the bundle')
    .option(
      '--from <folder>',
      'folder with curated/, site-software/, imported/, breached-sites.json and tables/; default: the shipped files',
    )
    .option('--release <version>', 'version, greater than that of earlier bundles; default: the current minute, YYYYMMDDHHMM', positive)
    .option('--expires <time>', 'when services start to warn that the bundle is old; default: in 90 days', moment)
    .action(async ({ key, out, from = shippedCatalogue(), release, expires }: BundleFlags) => {
      const loaded = loadCatalogue({ root: from });
      const { refused, sampleFaults, platforms } = checkCatalogue(loaded, variablesFor);
      const [fault] = [...refused, ...sampleFaults];
      if (fault) throw new ApiError(`${fault.slug}: ${fault.reason}. Run \`footprint catalogue check\` to see everything that is refused.`);
      if (platforms === 0) throw new ApiError(`There is no platform in ${from}.`);
      const createdAt = new Date();
      const about = {
        version: release ?? Number(createdAt.toISOString().replaceAll(/\D/g, '').slice(0, 12)),
        createdAt,
        expiresAt: expires ?? new Date(createdAt.getTime() + EXPIRES_AFTER_MS),
        platforms,
      };
      const pem = await readFile(key, 'utf8').catch(() => Promise.reject(new ApiError(`${key} cannot be read.`)));
      const { bytes, publicKey } = refusing(() =>
        makeBundle(shippedFiles(from), { ...about, key: pem, breachedSites: breachedSitesFile(from), tables: tablesOf(from) }),
      );
      await writeFile(out, bytes);
      const { version, expiresAt } = about;
      printRecord({ file: out, version, expiresAt, platforms, bytes: bytes.length, publicKey });
    });
}

function tablesOf(from: string): ReturnType<typeof tablesFor> {
  const folder = join(from, 'tables');
  return tablesFor(existsSync(folder) ? folder : null);
}

function updateCommand(): Command {
  return new Command('update')
    .description('accept a signed bundle: every process uses it within seconds, and a changed rule counts once its controls have passed')
    .argument('<bundle>', 'file or URL of a bundle, or of the description that `catalogue bundle` prints of one')
    .action((source: string) =>
      withStores(async (stores, config) => {
        const [newest] = await stores.catalogueStore.bundles();
        const bytes = await newestBundle(source, config, newest?.version);
        if (bytes === null) return printNotice(`The bundle ${newest?.version ?? ''} was accepted before; there is no newer one.`);
        const [before] = await stores.catalogueStore.revisions(1);
        const accepted = await refusing(() => updateCatalogue({ ...stores, config }, bytes, new Date()));
        await recordOperator(stores, 'updateCatalogue', { accountId: null, targets: [String(accepted.version)] });
        printRecord(accepted);
        noteUnused(config);
        noteReplacements(before);
      }),
    );
}

function rollbackCommand(): Command {
  return new Command('rollback')
    .description('go back to the bundle that was in use before the current one')
    .option('--to <version>', 'go back to this bundle instead, or with `shipped` to the files of the release', (text) =>
      text === 'shipped' ? ('shipped' as const) : positive(text),
    )
    .action(({ to }: { to?: number | 'shipped' }) =>
      withStores(async (stores, config) => {
        const [before] = await stores.catalogueStore.revisions(1);
        const back = await refusing(() => rollBackCatalogue({ ...stores, config }, to));
        await recordOperator(stores, 'rollBackCatalogue', { accountId: null, targets: [String(back.bundle ?? 'shipped')] });
        printRecord({ revision: back.revision, bundle: back.bundle ?? 'shipped' });
        noteUnused(config);
        noteReplacements(before);
      }),
    );
}

function revisionsCommand(): Command {
  return new Command('revisions')
    .description('list the revisions of the catalogue, newest first; the first one is in use')
    .option('--limit <revisions>', 'how many to list', wholeNumber(MAX_SHOWN), 10)
    .action(({ limit }: { limit: number }) =>
      withStores(async ({ catalogueStore }) => {
        const [revisions, bundles] = await Promise.all([catalogueStore.revisions(limit), catalogueStore.bundles()]);
        const expiry = new Map(bundles.map(({ version, expiresAt }) => [version, expiresAt]));
        const shown = revisions.map(({ replaced, bundle, ...each }) => ({
          ...each,
          bundle: bundle ?? 'shipped',
          expires: bundle === null ? null : (expiry.get(bundle) ?? null),
        }));
        type BundleSummary = (typeof shown)[number];
        const column = (name: keyof BundleSummary) => (each: BundleSummary) => each[name];
        printRecords(shown, {
          revision: column('revision'),
          'since (UTC)': column('at'),
          cause: column('cause'),
          bundle: column('bundle'),
          'expires (UTC)': column('expires'),
        });
        if (revisions.length === 0) printNotice('The files of the release are in use.');
        noteReplacements(revisions[0]);
      }),
    );
}

function dataCommand(): Command {
  return new Command('data').description('list the tables of facts in use, with their origin and age').action(() =>
    withStores(async ({ catalogueStore }, config) => {
      const catalogue = await currentCatalogue({ config, catalogueStore });
      const { tables, bundle } = catalogue.state;
      const now = Date.now();
      const shown = tables.map(({ isBrought, ...table }) => ({
        ...table,
        days: Math.floor((now - Date.parse(table.asOf)) / DAY_MS),
        bundle: isBrought ? bundle : 'shipped',
      }));
      printRecords(shown, {
        table: ({ table }) => table,
        'as of': ({ asOf }) => asOf,
        days: ({ days }) => days,
        bundle: ({ bundle: brought }) => brought,
        origin: ({ origin }) => origin,
      });
    }),
  );
}

/** @throws InvalidArgumentError */
function positive(text: string): number {
  const value = wholeNumber(Number.MAX_SAFE_INTEGER)(text);
  if (value === 0) throw new InvalidArgumentError('It must be greater than 0.');
  return value;
}

/** A refusal as the user of the command reads it. */
function refusing<T>(work: () => T): T {
  const rethrow = (error: unknown): never => {
    throw error instanceof BundleRefused ? new ApiError(error.message) : error;
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(rethrow) as T) : result;
  } catch (error) {
    return rethrow(error);
  }
}

/** What an earlier release stored is refused, and forgotten with the next change of the catalogue. */
function noteReplacements({ replaced }: Pick<RevisionEntry, 'replaced'> = SHIPPED_REVISION): void {
  if (replaced.length > 0)
    printNotice(`The files that an earlier release stored for ${replaced.join(', ')} are refused: ${REPLACEMENT_REFUSED}.`);
}

/** Bundles and `only:` exclude each other; what is stored waits until that is taken away. */
function noteUnused(config: Parameters<typeof usesBundles>[0]): void {
  if (!usesBundles(config))
    printNotice(
      'CATALOGUE_PATH begins with only:, so bundles have no effect. This bundle is stored, and will be used when that is changed.',
    );
}
