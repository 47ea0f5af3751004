/** The common shape into which the readers of all formats convert an entry, before it is evaluated. */
import type { RequestBody } from '../../src/engine/catalogue/rules/probe-rule.js';
import { isRecord, type Json, parseJson } from '../../src/kernel/values/json.js';
import { compareText } from '../../src/kernel/values/compare-text.js';

export const SOURCES = ['maigret', 'sherlock', 'whatsmyname'] as const;
export type Source = (typeof SOURCES)[number];

/** One site as a source describes it. Texts are the source's; `{username}` stands for the handle wherever it may occur. */
export interface SourceEntry {
  readonly source: Source;
  readonly name: string;
  readonly homepage: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: RequestBody | undefined;
  /** What distinguishes the two states: texts on the page, the status, or where a redirect leads. */
  readonly check: 'message' | 'status' | 'redirect';
  /** Texts of an account's page, which contains at least one of them. */
  readonly presenceTexts: readonly string[];
  /** Texts of the page for a missing account, which contains at least one of them. */
  readonly absenceTexts: readonly string[];
  /** Statuses that the source names; empty when it names none. */
  readonly presentStatus: readonly number[];
  readonly absentStatus: readonly number[];
  /** Where a redirect leads when there is no account, if the source says. */
  readonly absentLocation?: string | undefined;
  /** Texts by which the source recognises block pages and outages. */
  readonly blockPageTexts: readonly string[];
  /** A regular expression that handles match (searched for, not anchored). */
  readonly namingRule?: string | undefined;
  /** Characters that no handle of the site contains. */
  readonly forbiddenCharacters?: string | undefined;
  readonly positiveControls: readonly string[];
  readonly tags: readonly string[];
  /** Set when the site runs software for which the catalogue has a typed rule. */
  readonly siteSoftware?: SoftwareSite | undefined;
}

export interface SoftwareSite {
  /** The `software` of a site software file. */
  readonly software: string;
  readonly host: string;
  /** Path of the API where it is not the default of the site software: replaces the path of its rule, up to the query. */
  readonly path?: string | undefined;
}

/** Groups of reasons, for counting; the reason itself is a sentence about the one entry. */
export const REFUSAL_GROUPS = [
  'unreadable',
  'disabled',
  'protected',
  'not a username',
  'not an account',
  'retired',
  'not public',
  'not encrypted',
  'package registry',
  'sensitive',
  'POST',
  'no evidence',
  'no known account',
  'naming rule',
  'covered already',
  'harm rule',
  'foreign host',
  'unsound',
  'fails its control',
] as const;
export type RefusalGroup = (typeof REFUSAL_GROUPS)[number];

/** An entry that is left out, and why, in one sentence. */
export interface Refused {
  readonly name: string;
  readonly group: RefusalGroup;
  readonly reason: string;
  /** Host of the site, where the reader knows it. */
  readonly host?: string | undefined;
}

/** What a reader made of one file: entries to evaluate, and entries that the reader itself refused. */
export interface ReadSource {
  readonly entries: readonly SourceEntry[];
  readonly refused: readonly Refused[];
}

/** Why an entry is refused; returned by each function that evaluates an entry, never thrown. */
export type RefusalReason = Pick<Refused, 'group' | 'reason'>;

export const refusalReason = (group: RefusalGroup, reason: string): RefusalReason => ({ group, reason });

export const isRefusalReason = (value: object): value is RefusalReason => 'group' in value && 'reason' in value;

/** Reads the sites of a source, in the order of their names. */
export function readSites(
  sites: readonly (readonly [name: string, site: unknown])[],
  readSite: (name: string, site: unknown) => SourceEntry | RefusalReason,
): ReadSource {
  const entries: SourceEntry[] = [];
  const refused: Refused[] = [];
  for (const [name, site] of [...sites].sort(([a], [b]) => compareText(a, b))) {
    const read = readSite(name, site);
    if (isRefusalReason(read)) refused.push({ name, ...read });
    else entries.push(read);
  }
  return { entries, refused };
}

// Reads fields of foreign JSON whose types cannot be trusted. Pure; never throws.

/** A text, or undefined for anything else and for ''. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** A text or a list of texts as a list, without empty ones and repetitions; numbers become text. */
export function textsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.map((item) => (typeof item === 'number' ? String(item) : item));
  return [...new Set(texts.filter((item): item is string => typeof item === 'string' && item.trim() !== ''))];
}

/** A status or a list of statuses as a list. */
export function statusesOf(value: unknown): number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item): item is number => Number.isInteger(item) && (item as number) >= 100 && (item as number) <= 999);
}

/** The text members of an object, with numbers and booleans as text; undefined when there are none. */
export function textMapOf(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  const pairs = Object.entries(value).filter(([, item]) => ['string', 'number', 'boolean'].includes(typeof item));
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs.map(([name, item]) => [name, String(item)]));
}

/** A payload as a request body: an object or a JSON text as JSON, any other text as a form. Undefined when it is none of these. */
export function bodyOf(payload: unknown): RequestBody | undefined {
  if (isRecord(payload)) return { json: payload as { readonly [key: string]: Json } };
  if (typeof payload !== 'string' || payload === '') return undefined;
  const json = parseJson(payload);
  return json === undefined ? { form: Object.fromEntries(new URLSearchParams(payload)) } : { json: json as Json };
}
