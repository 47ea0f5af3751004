/** Identities as people type them: what kind they seem to be of, and how requests name them. The service decides what is valid. */
import { refOf, SUBJECT_KINDS, type SubjectKind, type Subjects } from '../../domain/identity/subjects.js';
import type { Schemas } from './api.js';

export interface TypedIdentity {
  readonly kind: SubjectKind;
  readonly value: string;
}
export type Identities = Schemas['Identities'];

const FIELD = { email: 'emails', phone: 'phones', username: 'usernames', ip: 'ips' } as const satisfies Record<
  SubjectKind,
  keyof Identities
>;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV6 = /^(?=[^:]*:[^:]*:)[\da-f:]+(?:\d{1,3}(?:\.\d{1,3}){3})?$/i;
const PHONE = /^\+?[\d\s()./-]+$/;
/** Fewer digits are no number that could be called from abroad. */
const MIN_PHONE_DIGITS = 7;

/** What a text seems to be; null for none at all. */
export function recognise(text: string): SubjectKind | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (IPV4.test(trimmed) || IPV6.test(trimmed)) return 'ip';
  if (trimmed.indexOf('@') > 0) return 'email';
  if (PHONE.test(trimmed) && (trimmed.startsWith('+') || trimmed.replaceAll(/\D/g, '').length >= MIN_PHONE_DIGITS)) return 'phone';
  return 'username';
}

/** Identities as a request names them, each once. */
export function identitiesBody(typed: readonly TypedIdentity[]): Identities {
  const body: Identities = {};
  for (const { kind, value } of typed) {
    const trimmed = value.trim();
    const known = body[FIELD[kind]] ?? [];
    if (trimmed !== '' && !known.includes(trimmed)) body[FIELD[kind]] = [...known, trimmed];
  }
  return body;
}

/** The same as the domain names them, for its prices. */
export const subjectsOf = (identities: Identities): Subjects =>
  Object.fromEntries(
    SUBJECT_KINDS.flatMap((kind) => (identities[FIELD[kind]] ?? []).map((value, index) => [refOf(kind, index + 1), value])),
  );

/** The place among typed identities that a refusal names (`identities.emails.1: …`); null: it names none. */
export function placeOf(message: string, typed: readonly TypedIdentity[]): number | null {
  const [, field, index] = /^identities\.(\w+)\.(\d+):/.exec(message) ?? [];
  if (field === undefined) return null;
  const value = identitiesBody(typed)[field as keyof Identities]?.[Number(index)];
  const place = typed.findIndex((each) => FIELD[each.kind] === field && each.value.trim() === value);
  return place === -1 ? null : place;
}
