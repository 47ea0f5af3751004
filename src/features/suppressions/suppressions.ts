/** The suppression list: identities that opted out. Nothing is asked about one that is on it. docs/contract.md, 16. */
import type { NamedIdentity } from '../../kernel/identity/forms.js';
import { refsOf, SUBJECT_KINDS, type SubjectKind, kindOf, type SubjectRef, type Subjects } from '../../kernel/identity/subjects.js';
import type { LinkedAccount } from '../../engine/evaluation/verdict.js';

/** Longest proof, in characters. */
export const MAX_PROOF = 500;

export interface NewSuppression {
  /** Null for all accounts. */
  readonly accountId: string | null;
  readonly identity: NamedIdentity;
  readonly proof: string;
  /** Id of the key that adds it, or `operator`. */
  readonly addedBy: string;
}

/** An entry of the list. The identity is a digest: nobody can read it there. */
export interface Suppression extends Omit<NewSuppression, 'identity'> {
  readonly id: string;
  readonly kind: SubjectKind;
  readonly createdAt: Date;
}

export type SuppressionCursor = Pick<Suppression, 'id' | 'createdAt'>;

/** What workers ask the list. */
export interface SuppressionList {
  /** Whether each of the identities is on the list in any of its forms (`formsOf`), for all accounts or this one. */
  contains(accountId: string, identities: readonly NamedIdentity[]): Promise<readonly boolean[]>;
}

/** The identities of a lookup, by their names. */
export function listedIdentities(subjects: Subjects): { ref: SubjectRef; identity: NamedIdentity }[] {
  return refsOf(subjects, SUBJECT_KINDS).map((ref) => ({ ref, identity: { kind: kindOf(ref), value: subjects[ref] ?? '' } }));
}

/**
 * Names of the identities of a lookup that are on the list, or were when it was planned.
 *
 * @param lookup.suppressed those of its plan
 */
export async function suppressedRefs(
  list: SuppressionList,
  lookup: { readonly accountId: string; readonly subjects: Subjects; readonly suppressed?: readonly SubjectRef[] | null },
): Promise<ReadonlySet<SubjectRef>> {
  const all = listedIdentities(lookup.subjects);
  const flags = await list.contains(
    lookup.accountId,
    all.map(({ identity }) => identity),
  );
  return new Set([...(lookup.suppressed ?? []), ...all.flatMap(({ ref }, index) => (flags[index] ? [ref] : []))]);
}

/** Derived usernames without those that are on the list themselves, and those of addresses that are. */
export async function unlistedHandles<T extends { readonly handle: string; readonly subject: SubjectRef }>(
  list: SuppressionList,
  accountId: string,
  targets: readonly T[],
  suppressed: ReadonlySet<SubjectRef>,
): Promise<T[]> {
  const left = targets.filter(({ subject }) => !suppressed.has(subject));
  if (left.length === 0) return [];
  const flags = await list.contains(
    accountId,
    left.map(({ handle }) => ({ kind: 'username', value: handle })),
  );
  return left.filter((_, index) => !flags[index]);
}

/** Outcomes without the linked accounts that are on the list themselves, as usernames. */
export async function unlistedLinkedAccounts<T extends { readonly linkedAccounts?: readonly LinkedAccount[] | undefined }>(
  list: SuppressionList,
  accountId: string,
  outcomes: readonly T[],
): Promise<readonly T[]> {
  const handles = [...new Set(outcomes.flatMap(({ linkedAccounts = [] }) => linkedAccounts.map(({ handle }) => handle)))];
  if (handles.length === 0) return outcomes;
  const flags = await list.contains(
    accountId,
    handles.map((value) => ({ kind: 'username', value })),
  );
  const listed = new Set(handles.filter((_, index) => flags[index]));
  return listed.size === 0
    ? outcomes
    : outcomes.map((outcome) =>
        outcome.linkedAccounts
          ? { ...outcome, linkedAccounts: outcome.linkedAccounts.filter(({ handle }) => !listed.has(handle)) }
          : outcome,
      );
}

/** The identities that are left. */
export function withoutRefs(subjects: Subjects, refs: ReadonlySet<SubjectRef>): Subjects {
  return Object.fromEntries(Object.entries(subjects).filter(([ref]) => !refs.has(ref as SubjectRef)));
}
