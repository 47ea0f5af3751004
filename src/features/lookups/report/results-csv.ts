/** The answers of a lookup as a CSV file (RFC 4180) that spreadsheets open without running anything. */
import type { LookupBodyV2 } from '../v2/lookup-body.js';
import { csvOf } from './csv.js';

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
  'lead',
  'lead_source',
];

/**
 * Confident answers, then those about derived usernames, which may be somebody else's, then leads: handles that were not asked about, so
 * that their rows have no answer.
 */
export function resultsCsv({ results, derived, leads }: Pick<LookupBodyV2, 'results' | 'derived' | 'leads'>): string {
  const answer = (registered: boolean): string => (registered ? 'registered' : 'not registered');
  const rows = [
    HEADER,
    ...results.map(({ identity, platform, name, registered, method, checkedAt, fromCache }) => [
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
    ]),
    ...leads.map(({ identity, platform, name, checkedAt, handle, source }) => [
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
    ]),
  ];
  return csvOf(rows);
}
