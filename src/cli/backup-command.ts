import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { reapplyErasures } from '../features/privacy/use-cases/erasures.js';
import { type Config, ConfigError } from '../kernel/config/env.js';
import { keepSettings } from '../kernel/db/client.js';
import { migrateDatabase } from '../kernel/db/migrate.js';
import { dumpDatabase, type OwnedDatabase, restoreDatabase, STREAM, withOwnedDatabase } from './backups.js';
import { assertSuppressionKeys, type Stores } from '../wiring/stores.js';
import { embeddedDatabaseUrl } from '../../tools/embedded/postgres-data.js';
import { printNotice, printRecord } from './output.js';
import { recordOperator, runningHome, withStores } from './with-stores.js';

/** `footprint backup`: the database as it is when the command starts. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('write a backup of the database as of the start of the command; the service may run')
    .argument(
      '<file>',
      'a new file, which only you can read; or a folder, where the file is named after the time; or - for standard output',
    )
    .action((file: string) =>
      withStores((stores, config) =>
        withOwnedDatabase(ofOwner(config), async (database) => {
          const [now] = await database.sql<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
          const at = (now?.at ?? new Date()).toISOString();
          const isFolder = file !== STREAM && existsSync(file) && statSync(file).isDirectory();
          const target = isFolder ? path.join(file, `footprint-${at.replace(/[:.]/g, '-')}.dump`) : file;
          if (target !== STREAM && existsSync(target)) throw refused(`${target} exists already: name another file.`);
          await dumpDatabase(database, target);
          await recordOperator(stores, 'backUpDatabase', { accountId: null });
          if (target !== STREAM) printRecord({ file: target, bytes: statSync(target).size, at, postgres: database.clients.major });
          printNotice(
            'The backup does not contain SECRETS_KEY and ERASURE_LEDGER: keep both in another place. Encrypt the backup before ' +
              'it leaves this machine.',
          );
        }),
      ),
    );
}

/** `footprint restore`: a backup, this release's schema, and what was erased and suppressed since. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into an empty database, migrate it to this release, and repeat the erasures made since the backup')
    .argument('<file>', 'a backup; - reads it from standard input')
    .option('--replace', 'replace the contents of the database; if the restore fails, they are still there', false)
    .option('--force', 'restore although API or workers are connected to the database, or a pooler keeps their sessions', false)
    .action((file: string, flags: Flags) =>
      withStores(async (stores, config) => {
        await withOwnedDatabase(ofOwner(config), (database) => restore(stores, database, file, flags));
        printNotice(
          'Start API and workers: they run unfinished lookups again, billed once. `footprint doctor` shows what is still ' +
            'inconsistent.',
        );
        if (config.ERASURE_LEDGER === undefined)
          printNotice('ERASURE_LEDGER is not set, so data that was erased since the backup is back.');
      }),
    );
}

type Flags = Readonly<Record<'replace' | 'force', boolean>>;

async function restore(stores: Stores, database: OwnedDatabase, file: string, { replace, force }: Flags): Promise<void> {
  const [found] = await database.sql<{ connected: number; isEmpty: boolean }[]>`
    SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name ~ '^footprint-(api|worker)')
        AS connected,
      NOT EXISTS (SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'drizzle')) AS "isEmpty"`;
  if (found?.connected && !force)
    throw refused(`API or workers are connected to the database (${found.connected} sessions): stop them, or use --force.`);
  if (!found?.isEmpty && !replace)
    throw refused('The database is not empty: name a new one in the settings, or use --replace, which drops what is in this one.');
  await restoreDatabase(database, file, { replace });

  const { sql } = stores.database;
  const [service] = await sql<{ role: string }[]>`SELECT current_user AS role`;
  await migrateDatabase(database.target.url, { ssl: database.target.ssl, serviceRole: service?.role });
  if (stores.target.isPooled) await keepSettings(sql);
  await assertSuppressionKeys(stores);
  const again: { erasures?: number; suppressions?: number } = {};
  await reapplyErasures({
    ...stores,
    onReapply: (erasures) => void Object.assign(again, { erasures }),
    onSuppressions: (suppressions) => void Object.assign(again, { suppressions }),
  });
  await recordOperator(stores, 'restoreDatabase', { accountId: null });
  const [held] = await sql<{ lookups: number; unfinished: number; newest: Date | null }[]>`
    SELECT count(*)::int AS lookups, count(*) FILTER (WHERE state <> 'finished')::int AS unfinished, max(accepted_at) AS newest FROM lookups`;
  printRecord({ ...held, erasures: 0, suppressions: 0, ...again });
}

/** The settings as of who owns the tables: of the embedded database its owner, whose password is in FOOTPRINT_HOME. */
function ofOwner(config: Config): Config {
  if (config.DATABASE_URL !== undefined) return config;
  const home = runningHome(config);
  const [url, owner] = [embeddedDatabaseUrl(home), embeddedDatabaseUrl(home, 'footprint_owner')];
  return { ...config, DATABASE_URL: url ?? undefined, DATABASE_OWNER_URL: owner ?? undefined };
}

const refused = (message: string): Error => Object.assign(new ConfigError(message), { status: 409 });
