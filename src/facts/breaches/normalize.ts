import { normalise } from '../../kernel/values/normalise.js';

/** Key by which breach names of different sources are compared: letters and digits only ("Collection #1" and "Collection1" are one). */
export function breachKey(name: string): string {
  const key = normalise(name, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return key === '' ? name.trim().toLowerCase() : key;
}

/** A host name as sources give it (`www.Example.com`), in lower case without `www.`; null for a text that is none. */
export function breachDomain(raw: string | null | undefined): string | null {
  const host = (raw ?? '')
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');
  return /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) ? host : null;
}

const FULL = /^(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A full date as ISO 8601 (`2013-10-04`), from a date or from a timestamp, of which the written day counts; null for months, years, days
 * that do not exist, and the early dates that stand for "unknown".
 */
export function isoDate(text: string): string | null {
  const [, year = '', month = '', day = ''] = FULL.exec(text.trim()) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) || Number(year) < 1971) return null;
  return `${year}-${month}-${day}`;
}

/** Whether a full date agrees with a partial one (`2013`, `2013-10`); false without a hint. */
export function matchesPartialDate(date: string, hint: string | null): boolean {
  return hint !== null && /^\d{4}(?:-\d{2})?$/.test(hint) && date.startsWith(hint);
}
