/**
 * The identities of one lookup and how rows name them. A lookup holds up to five of each kind (v2); v1 sends one of each. The first of a
 * kind is named by the kind alone, so that what v1 stored reads as before; docs/adr has the reasons.
 */
import { QUERY_TYPES, type QueryType } from './identity.js';

export const SUBJECT_KINDS = [...QUERY_TYPES, 'ip'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** How requests name the identities of a kind. */
export const fieldOf = <Kind extends SubjectKind>(kind: Kind) => `${kind}s` as const;

/** Identities as requests name them, as they were sent. */
export type Identities = { readonly [Field in ReturnType<typeof fieldOf<SubjectKind>>]?: readonly string[] | undefined };

/** `email` is the first e-mail address of a lookup, `email#2` the second. */
export type RefOf<Kind extends SubjectKind> = Kind | `${Kind}#${number}`;
/** Names one identity of a lookup. */
export type SubjectRef = RefOf<SubjectKind>;
/** Names one identity that platforms can be probed for. */
export type PersonRef = RefOf<QueryType>;

/** Maximum number of identities of one kind in a lookup. */
export const MAX_PER_KIND = 5;

/** Identities in normal form, by their names. */
export interface Subjects {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly username?: string | undefined;
  readonly ip?: string | undefined;
  readonly [more: `${SubjectKind}#${number}`]: string | undefined;
}

/** Name of the n-th identity of a kind, counted from 1. */
export function refOf<Kind extends SubjectKind>(kind: Kind, n: number): RefOf<Kind> {
  return n === 1 ? kind : `${kind}#${n}`;
}

/** The kind of the identity that a name stands for. */
export function kindOf<Kind extends SubjectKind>(ref: RefOf<Kind>): Kind {
  return ref.split('#', 1)[0] as Kind;
}

/** Names of the identities of some kinds that a lookup holds: kinds in the given order, within a kind as they were sent. */
export function refsOf<Kind extends SubjectKind>(subjects: Subjects, kinds: readonly Kind[]): RefOf<Kind>[] {
  return kinds.flatMap((kind) =>
    Array.from({ length: MAX_PER_KIND }, (_, index) => refOf(kind, index + 1)).filter((ref) => subjects[ref as SubjectRef] !== undefined),
  );
}

/** Names of the identities for which platforms are probed, and breach sources and search engines queried. */
export function personRefs(subjects: Subjects): PersonRef[] {
  return refsOf(subjects, QUERY_TYPES);
}
