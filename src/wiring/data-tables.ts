/** The tables of facts of this process, by the names that bundles have for them. */
import { setImmediate } from 'node:timers/promises';
import { BundleRefused } from '../engine/catalogue/bundle.js';
import { type BundledTable, TABLE_NAMES, type TableName } from '../engine/catalogue/rules/revision.js';
import { disposableDomains } from '../facts/email/sources/disposable-lists.js';
import { mailProviders, mailRelays } from '../facts/email/sources/mail-tables.js';
import { networkKinds } from '../facts/ip/sources/network-kinds.js';
import { type DataTable, shippedTable } from '../facts/sources/data-table.js';
import { readShippedSources } from '../facts/sources/shipped-sources.js';

const TABLES: Readonly<Record<TableName, DataTable<unknown>>> = {
  'disposable-domains': disposableDomains,
  'mail-providers': mailProviders,
  'mail-relays': mailRelays,
  'network-kinds': networkKinds,
};

export interface TableState {
  readonly table: TableName | 'breached-sites';
  readonly asOf: string;
  readonly origin: string;
  /** Of the bundle in use; false: of the release. */
  readonly isBrought: boolean;
}

/** What is in use in this process. */
export const tablesInUse = (): TableState[] =>
  TABLE_NAMES.map((table) => {
    const { isBrought, about } = TABLES[table];
    return { table, asOf: about.asOf, origin: about.origin, isBrought };
  });

/** Reads each once, and lets others have their turn in between. @throws BundleRefused when one of them is not what it should be */
export async function checkTables(tables: readonly BundledTable[]): Promise<void> {
  for (const table of tables) {
    await setImmediate();
    try {
      TABLES[table.name].read(table);
    } catch (error) {
      throw new BundleRefused(`its table ${table.name} ${(error as Error).message}`);
    }
  }
}

/** @throws BundleRefused when one of them is older than what it would take the place of */
export function assertNotOlder(tables: readonly BundledTable[], present: readonly BundledTable[]): void {
  for (const { name, asOf } of tables) {
    const before = present.find((each) => each.name === name)?.asOf ?? TABLES[name].about.asOf;
    if (asOf < before) throw new BundleRefused(`its table ${name} is of ${asOf}, older than that of ${before} in use`);
  }
}

/** Uses these from now on, and the release's where it is newer, as after an upgrade, or there is none here. */
export function exchangeTables(tables: readonly BundledTable[]): void {
  for (const name of TABLE_NAMES) {
    const brought = tables.find((each) => each.name === name);
    TABLES[name].use(brought !== undefined && brought.asOf >= TABLES[name].shipped.asOf ? brought : null);
  }
}

/**
 * The tables for a bundle: those of the release, or newer ones.
 *
 * @param folder one that `npm run catalogue:refresh` wrote; its tables take the place of the release's
 * @throws Error when a file is not the recorded one
 */
export function tablesFor(folder: string | null): BundledTable[] {
  const newer = folder === null ? new Map() : readShippedSources(folder);
  return TABLE_NAMES.map((name) => ({ ...(folder !== null && newer.has(name) ? shippedTable(name, folder) : TABLES[name].content), name }));
}
