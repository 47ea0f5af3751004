/** Identities as people type them, and how requests name them. */
import { cellText } from '../../kernel/identity/dialects.js';
import { recogniseKind } from '../../kernel/identity/recognise.js';
import { fieldOf, refOf, SUBJECT_KINDS, type SubjectKind, type Subjects } from '../../kernel/identity/subjects.js';
import type { Schemas } from './api.js';

export interface TypedIdentity {
  readonly kind: SubjectKind;
  readonly value: string;
}
/** The kind of what is in a field: the chosen one, or else the one that is recognised; null while the field is empty. */
export const kindOfEntry = ({ text, chosen }: { readonly text: string; readonly chosen: SubjectKind | null }): SubjectKind | null =>
  text.trim() === '' ? null : (chosen ?? recogniseKind(text));
export type Identities = Schemas['Identities'];

/** Identities as a request names them, each once. */
export function identitiesBody(typed: readonly TypedIdentity[]): Identities {
  const body: Identities = {};
  for (const { kind, value } of typed) {
    const trimmed = cellText(value);
    const known = body[fieldOf(kind)] ?? [];
    if (trimmed !== '' && !known.includes(trimmed)) body[fieldOf(kind)] = [...known, trimmed];
  }
  return body;
}

/** The same as the domain names them, for its prices. */
export const subjectsOf = (identities: Identities): Subjects =>
  Object.fromEntries(
    SUBJECT_KINDS.flatMap((kind) => (identities[fieldOf(kind)] ?? []).map((value, index) => [refOf(kind, index + 1), value])),
  );

/** The place among typed identities that a refusal names (`identities.emails.1: …`); null: it names none. */
export function indexOfRefused(message: string, typed: readonly TypedIdentity[]): number | null {
  const [, field, index] = /^identities\.(\w+)\.(\d+):/.exec(message) ?? [];
  if (field === undefined) return null;
  const value = identitiesBody(typed)[field as keyof Identities]?.[Number(index)];
  const position = typed.findIndex((each) => fieldOf(each.kind) === field && cellText(each.value) === value);
  return position === -1 ? null : position;
}
