/** The one shape that the readers of all formats bring an entry into, before anything is judged. */
import type { RequestBody } from '../../domain/probe-rule.js';

export const SOURCES = ['maigret', 'sherlock', 'whatsmyname'] as const;
export type Source = (typeof SOURCES)[number];

/** One site as a source describes it. Texts are the source's; `{username}` stands for the handle wherever it may stand. */
export interface SourceEntry {
  readonly source: Source;
  readonly name: string;
  readonly homepage: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: RequestBody | undefined;
  /** What tells the two states apart: texts on the page, the status, or where a redirect leads. */
  readonly check: 'message' | 'status' | 'redirect';
  /** Any of these stands on the page of an account. */
  readonly presence: readonly string[];
  /** Any of these stands on the page where there is none. */
  readonly absence: readonly string[];
  /** Statuses that the source names; empty when it names none. */
  readonly presentStatus: readonly number[];
  readonly absentStatus: readonly number[];
  /** Where a redirect leads when there is no account, if the source says. */
  readonly absentLocation?: string | undefined;
  /** Texts by which the source tells walls and outages. */
  readonly walls: readonly string[];
  /** A regular expression that handles meet (searched for, not anchored). */
  readonly naming?: string | undefined;
  /** Characters that no handle there has. */
  readonly unfit?: string | undefined;
  readonly known: readonly string[];
  readonly tags: readonly string[];
  /** The site runs a software for which the catalogue has a typed rule. */
  readonly engine?: EngineSite | undefined;
}

export interface EngineSite {
  /** Name of an engine file. */
  readonly engine: string;
  readonly host: string;
  /** Path of the interface where it is not the engine's own: replaces the engine's path before the query. */
  readonly path?: string | undefined;
}

/** Groups of reasons, for counting; the reason itself is a sentence about the one entry. */
export const REFUSAL_GROUPS = [
  'unreadable', 'disabled', 'protected', 'not a username', 'not an account', 'not public', 'not encrypted', 'package registry',
  'sensitive', 'POST', 'no evidence', 'no known account', 'naming rule', 'covered already', 'harm rule', 'foreign host', 'unsound',
] as const;
export type RefusalGroup = (typeof REFUSAL_GROUPS)[number];

/** An entry that is left out, and why, in one sentence. */
export interface Refused {
  readonly name: string;
  readonly group: RefusalGroup;
  readonly reason: string;
  /** Host of the site, where the reader could tell it. */
  readonly host?: string | undefined;
}

/** What a reader made of one file: entries to judge, and those that it could tell to be unfit at once. */
export interface ReadSource {
  readonly entries: readonly SourceEntry[];
  readonly refused: readonly Refused[];
}

/** A way to say no: thrown away by nobody, returned by everybody who judges an entry. */
export type Objection = Pick<Refused, 'group' | 'reason'>;

export const objection = (group: RefusalGroup, reason: string): Objection => ({ group, reason });

export const isObjection = (value: object): value is Objection => 'group' in value && 'reason' in value;
