/** The answers of a lookup as a CSV file (RFC 4180) that spreadsheets open without running anything. */
import { type CsvValue, csvOf } from '../../../kernel/values/write-csv.js';
import type { DerivedResult, LookupBodyV2, ShownResult } from '../routes/shared/v2/body-schemas.js';

/** Columns of a file of results. */
export const RESULT_COLUMNS = [
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
] as const;

type Row = { readonly [Column in (typeof RESULT_COLUMNS)[number]]?: CsvValue };

/** A lookup's results as a file. */
export const resultsCsv = (lookup: Results): string => csvOf([RESULT_COLUMNS, ...resultRows(lookup)]);

type Results = Pick<LookupBodyV2, 'results' | 'derived' | 'linkedAccounts'>;

/**
 * Rows of `RESULT_COLUMNS`: confident answers, then those about derived usernames, which may be somebody else's, then linked accounts:
 * handles that nobody named, so that their rows have no answer.
 */
export function resultRows({ results, derived, linkedAccounts }: Results): CsvValue[][] {
  const about = ({ identity, platform, name, checkedAt }: Pick<DerivedResult, 'identity' | 'platform' | 'name' | 'checkedAt'>): Row => ({
    identity_type: identity.type,
    identity: identity.value,
    platform,
    name,
    checked_at: checkedAt,
  });
  const answered = (result: DerivedResult | ShownResult): Row => ({
    ...about(result),
    answer: result.registered ? 'registered' : 'not registered',
    method: result.method,
  });
  const rows: Row[] = [
    ...results.map((result) => ({
      ...answered(result),
      from_cache: result.fromCache,
      profile_url: result.profile?.url,
      display_name: result.profile?.displayName?.replace(/\p{Bidi_Control}/gu, ''),
      created_at: result.profile?.createdAt,
      created_year: result.profile?.createdYear,
      last_active_at: result.profile?.lastActiveAt,
      state: result.profile?.state,
    })),
    ...derived.map((result) => ({ ...answered(result), derived_username: result.handle })),
    ...linkedAccounts.map((linked) => ({
      ...about(linked),
      linked_account: linked.handle,
      linked_account_source: linked.source.platform,
    })),
  ];
  return rows.map((row) => RESULT_COLUMNS.map((column) => row[column]));
}
