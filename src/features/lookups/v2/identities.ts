import type { Lookup } from '../lookup.js';
import { kindOf, refsOf, SUBJECT_KINDS, type SubjectKind, type SubjectRef } from '../../../kernel/identity/subjects.js';

/** An identity as the caller knows it: what it is, and how it was sent. */
export type IdentityName = { type: SubjectKind; value: string };
/** An identity with the spelling with which platforms and sources were queried. */
export type ShownIdentity = IdentityName & {
  normalized: string;
  /** It was on the suppression list when the lookup was planned: nothing was asked about it. */
  suppressed: boolean;
};

type Named = Pick<Lookup, 'subjects' | 'rawIdentities' | 'query' | 'queryType' | 'kind'>;

/** Every identity of a lookup, in the order in which results name them. */
export function identitiesOf(lookup: Named & Pick<Lookup, 'suppressed'>): ShownIdentity[] {
  return refsOf(lookup.subjects, SUBJECT_KINDS).map((ref) => ({
    ...identityName(lookup, ref),
    normalized: lookup.subjects[ref] ?? '',
    suppressed: lookup.suppressed?.includes(ref) ?? false,
  }));
}

/** The name of one identity. v1 keeps the spelling of `query` only: its other identities are named in their normal form. */
export function identityName(lookup: Named, ref: SubjectRef): IdentityName {
  const queried = lookup.queryType ?? 'ip';
  const value = lookup.rawIdentities?.[ref] ?? (ref === queried && !lookup.rawIdentities ? lookup.query : (lookup.subjects[ref] ?? ''));
  return { type: kindOf(ref), value };
}
