import { formsOf, formText, type NamedIdentity } from '../../../kernel/identity/forms.js';
import { type KeyedDigest, QUERY_TYPES, type QueryType } from '../../../kernel/identity/identity.js';
import { kindOf, refsOf, SUBJECT_KINDS, type SubjectRef, type Subjects } from '../../../kernel/identity/subjects.js';
import { derivedUsername } from '../../lookups/derived.js';
import { type ErasedCounts, type ErasedKind, POSSIBLE_KINDS } from '../erasure.js';
import { erasedTexts } from '../../lookups/store/subject-digests.js';
import type { LookupRow, NamingLookup } from './erase-lookup.js';

export const asEmail = (value: string): NamedIdentity => ({ kind: 'email', value });
const asUsername = (value: string): NamedIdentity => ({ kind: 'username', value });

const ERASED = '[erased]';
const NUMBERS = /\+?\d[\d ().-]{5,18}\d/g;
const WORDS = /[^\s"'<>()[\]{},;|/=?&]+/gu;
/** Without the end of a sentence. */
const trimmed = (word: string): string => (/[.!:]$/.test(word) ? trimmed(word.slice(0, -1)) : word);

/** What an erasure is about, as its row has it. */
export interface ErasedForms {
  readonly digest: string;
  readonly forms: readonly string[];
}

/** The digests that an erasure of an identity looks for. @param include kinds under which what only may be the identity is erased too */
export function erasedForms(erased: KeyedDigest, identity: NamedIdentity, include: readonly QueryType[]): ErasedForms {
  const { sent, certain } = erasedTexts(identity);
  const texts = [certain, ...include.map((kind) => erasedTexts(identity, kind).possible)];
  return { digest: erased.of(sent), forms: texts.map((text) => erased.of(text)) };
}

/** Recognises an erased identity wherever it is named. */
export class ErasedRecogniser {
  readonly #wanted: ReadonlySet<string>;
  readonly #possible: string | null;

  /** @param identity what is erased, while it is known; null: its digests alone are, so what is possible cannot be told */
  constructor(
    private readonly erased: KeyedDigest,
    { digest, forms }: ErasedForms,
    identity: NamedIdentity | null,
  ) {
    this.#wanted = new Set([digest, ...forms]);
    this.#possible = identity && formText(formsOf(identity).possible);
  }

  /** A digest without a key is never stored here, so it is never found. */
  isErased(identity: NamedIdentity): boolean {
    return Object.values(erasedTexts(identity)).some((text) => this.erased.all(text).some((digest) => this.#wanted.has(digest)));
  }

  /** Whether it is left because it only may be the identity. */
  isPossible(identity: NamedIdentity): boolean {
    return this.#possible === formText(formsOf(identity).possible) && !this.isErased(identity);
  }

  /** A text in somebody's own words, with `[erased]` in place of each number and word that is the identity. */
  withoutIdentity(text: string): string {
    const isOne = (value: string) =>
      (value.includes('@') ? (['email'] as const) : (['username', 'ip'] as const)).some((kind) => this.isErased({ kind, value }));
    return text
      .replace(NUMBERS, (value) => (this.isErased({ kind: 'phone', value }) ? ERASED : value))
      .replace(WORDS, (word) => {
        const named = trimmed(word);
        return isOne(named) || isOne(named.slice(named.lastIndexOf(':') + 1)) ? ERASED + word.slice(named.length) : word;
      });
  }

  isNamedIn(subjects: Subjects): boolean {
    return refsOf(subjects, SUBJECT_KINDS).some((ref) => this.isErased(identityOf(subjects, ref)));
  }

  /** Where a lookup names the identity; null: nowhere. */
  namingIn({ state, band, platforms, handles, derived: stored, ...row }: LookupRow): NamingLookup | null {
    const refs = refsOf(row.subjects, SUBJECT_KINDS).filter((ref) => this.isErased(identityOf(row.subjects, ref)));
    const named = refs.length === 0 ? derivedIn({ state, band, platforms, derived: stored, subjects: row.subjects }) : [];
    const derived = named.filter((handle) => this.isErased(asUsername(handle)));
    const linkedAccounts = (handles ?? []).filter((handle) => this.isErased(asUsername(handle)));
    const isNamed = refs.length + derived.length + linkedAccounts.length > 0;
    return isNamed ? { ...row, isFinished: state === 'finished', refs, derived, linkedAccounts } : null;
  }

  /** How many lookups would be left that only may name the identity, by the kind under which they do. */
  possibleIn(rows: readonly LookupRow[]): ErasedCounts {
    const counts: Partial<Record<ErasedKind, number>> = {};
    for (const row of rows) {
      const { subjects, handles } = row;
      const sent = refsOf(subjects, SUBJECT_KINDS).map((ref) => identityOf(subjects, ref));
      if (sent.some((identity) => this.isErased(identity))) continue;
      const named = [...sent, ...[...derivedIn(row), ...(handles ?? [])].map(asUsername)].filter((identity) => this.isPossible(identity));
      for (const type of QUERY_TYPES.filter((each) => named.some(({ kind }) => kind === each)))
        counts[POSSIBLE_KINDS[type]] = (counts[POSSIBLE_KINDS[type]] ?? 0) + 1;
    }
    return counts;
  }
}

const identityOf = (subjects: Subjects, ref: SubjectRef): NamedIdentity => ({ kind: kindOf(ref), value: subjects[ref] as string });

/** Usernames that were derived for a lookup, by the rules of any release, and those that one under way may still add. */
function derivedIn({
  state,
  band,
  platforms,
  subjects,
  derived,
}: Pick<LookupRow, 'state' | 'band' | 'platforms' | 'subjects' | 'derived'>): string[] {
  const mayAdd = state !== 'finished' && band === 'deep' && platforms === null;
  const further = mayAdd ? refsOf(subjects, ['email']).flatMap((ref) => derivedUsername(subjects[ref] as string) ?? []) : [];
  return [...new Set([...derived, ...further])];
}
