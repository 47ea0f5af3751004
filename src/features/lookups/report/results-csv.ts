/** The answers of a lookup as a CSV file (RFC 4180) that spreadsheets open without running anything. */
import type { LookupBodyV2 } from '../routes/v2/body-schemas.js';

const HEADER = [
  'identity_type',
  'identity',
  'platform',
  'name',
  'answer',
  'method',
  'checked_at',
  'from_cache',
  'derived_username',
  'linked_account',
  'linked_account_source',
  'profile_url',
  'display_name',
  'created_at',
  'created_year',
  'last_active_at',
  'state',
];

/** Cells of rows that are about no account that was looked up. */
const NO_PROFILE = Array.from({ length: 6 }, () => '');

/**
 * Confident answers, then those about derived usernames, which may be somebody else's, then linked accounts: handles that nobody named,
 * so that their rows have no answer.
 */
export function resultsCsv({ results, derived, linkedAccounts }: Pick<LookupBodyV2, 'results' | 'derived' | 'linkedAccounts'>): string {
  const answer = (registered: boolean): string => (registered ? 'registered' : 'not registered');
  const rows = [
    HEADER,
    ...results.map(({ identity, platform, name, registered, method, checkedAt, fromCache, profile }) => [
      identity.type,
      identity.value,
      platform,
      name,
      answer(registered),
      method,
      checkedAt,
      fromCache,
      '',
      '',
      '',
      profile?.url,
      profile?.displayName,
      profile?.createdAt,
      profile?.createdYear,
      profile?.lastActiveAt,
      profile?.state,
    ]),
    ...derived.map(({ identity, platform, name, registered, method, checkedAt, handle }) => [
      identity.type,
      identity.value,
      platform,
      name,
      answer(registered),
      method,
      checkedAt,
      '',
      handle,
      '',
      '',
      ...NO_PROFILE,
    ]),
    ...linkedAccounts.map(({ identity, platform, name, checkedAt, handle, source }) => [
      identity.type,
      identity.value,
      platform,
      name,
      '',
      '',
      checkedAt,
      '',
      '',
      handle,
      source.platform,
      ...NO_PROFILE,
    ]),
  ];
  return csvOf(rows);
}

/** CSV files (RFC 4180) that spreadsheets open without running anything. */

/**
 * Cells that begin like this are formulas to a spreadsheet, and so are those with such a beginning after a semicolon or a tab, to a
 * spreadsheet that splits lines there. Full-width signs count like the others. A quote before them makes them text.
 */
const FORMULA = /(?:^|[;\t])[\s;,]*[=+\-@＝＋－＠]/;

export type CsvValue = string | number | boolean | null | undefined;

/** One cell, neutralised and quoted where needed; empty for what is not known. */
function csvCell(value: CsvValue): string {
  const text = String(value ?? '');
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file of rows, the first of which names the columns. */
export const csvOf = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
