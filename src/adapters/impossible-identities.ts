import { customAlphabet } from 'nanoid';
import type { ImpossibleIdentities } from '../domain/ports.js';
import type { ProbeRule } from '../domain/probe-rule.js';

const letters = customAlphabet('bcdfghjklmnpqrstvwxz');
const digits = customAlphabet('0123456789');

/**
 * Shapes from the most improbable down: the first that fits the platform's naming rule is taken. Even the shortest leaves
 * more than ten thousand million possibilities.
 */
const SHAPES: readonly (() => string)[] = [
  () => `${letters(9)}${digits(3)}${letters(4)}`,
  () => letters(16),
  () => `${letters(6)}${digits(3)}${letters(3)}`,
  () => letters(12),
  () => `${letters(1)}${digits(10)}`,
  () => `${letters(7)}${digits(2)}`,
  () => letters(8),
  () => letters(8).toUpperCase(),
  () => `${letters(6)}.${letters(8)}`,
  () => `${letters(6)}-${letters(8)}`,
  () => `${letters(6)}_${letters(8)}`,
  () => digits(16),
  () => digits(11),
];

/** A mailbox at a provider that takes sign-ups: platforms refuse reserved domains before they look anything up. */
const impossibleEmail = (): string => `${letters(12)}${digits(4)}${letters(4)}@outlook.com`;
/** Reserved for fiction (North American Numbering Plan, 555-01xx). */
const impossiblePhone = (): string => `+120255501${digits(2)}`;

/** Random identities in the platform's own alphabet and length, fresh for every control. */
export const impossibleIdentities: ImpossibleIdentities = {
  make(rule: ProbeRule, type) {
    const pattern = rule.pattern === undefined ? null : new RegExp(rule.pattern, 'u');
    const shapes = type === 'username' ? SHAPES : [type === 'email' ? impossibleEmail : impossiblePhone];
    for (const shape of shapes) {
      const value = shape();
      if (!pattern || pattern.test(value)) return { type, value };
    }
    return null;
  },
};
