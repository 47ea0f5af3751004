import { formsOf, formText, type NamedIdentity } from '../../domain/identity/forms.js';
import { type KeyedDigest, QUERY_TYPES, type QueryType } from '../../domain/identity/identity.js';
import { kindOf, refsOf, SUBJECT_KINDS, type SubjectRef } from '../../domain/identity/subjects.js';
import { derivedUsername } from '../../domain/lookup/derived.js';
import { erasedTexts } from '../lookups/subject-digests.js';
import type { LookupRow, NamingLookup } from './erase-lookup.js';

export const asEmail = (value: string): NamedIdentity => ({ kind: 'email', value });
const asUsername = (value: string): NamedIdentity => ({ kind: 'username', value });

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

  /** Where a lookup names the identity, and the kinds under which what is left of it may. */
  namingIn({ state, band, platforms, handles, ...row }: LookupRow): { naming: NamingLookup | null; possible: readonly QueryType[] } {
    const subjects = refsOf(row.subjects, SUBJECT_KINDS).map((ref) => {
      return { ref, identity: { kind: kindOf(ref), value: row.subjects[ref as SubjectRef] as string } };
    });
    const refs = subjects.flatMap(({ ref, identity }) => (this.isErased(identity) ? [ref] : []));
    if (refs.length > 0) return { naming: { ...row, isFinished: state === 'finished', refs, derived: [], leads: [] }, possible: [] };
    const derives = band === 'deep' && platforms === null;
    const derived = derives ? refsOf(row.subjects, ['email']).flatMap((ref) => derivedUsername(row.subjects[ref] as string) ?? []) : [];
    const erasedOf = (names: readonly string[]) => names.filter((name) => this.isErased(asUsername(name)));
    const left = [...subjects.map(({ identity }) => identity), ...[...derived, ...(handles ?? [])].map(asUsername)];
    const possible = QUERY_TYPES.filter((type) => left.some((identity) => identity.kind === type && this.isPossible(identity)));
    const [erasedDerived, leads] = [erasedOf(derived), erasedOf(handles ?? [])];
    if (erasedDerived.length + leads.length === 0) return { naming: null, possible };
    return { naming: { ...row, isFinished: state === 'finished', refs, derived: erasedDerived, leads }, possible };
  }
}
