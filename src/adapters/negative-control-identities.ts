import { randomInt } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import type { NegativeControlIdentities } from '../domain/catalogue/ports.js';
import type { ProbeRule } from '../domain/catalogue/probe-rule.js';
import type { HasNegativeControl } from '../domain/catalogue/rule-counts.js';

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
const randomEmail = (): string => `${letters(12)}${digits(4)}${letters(4)}@outlook.com`;
/**
 * Area codes of large cities, without Washington's 202: documents and tests show its fictional numbers as examples, and a negative
 * control that happens to use the number of a lookup fails.
 */
const AREA_CODES = [
  '206',
  '212',
  '213',
  '214',
  '215',
  '303',
  '305',
  '312',
  '313',
  '314',
  '404',
  '412',
  '414',
  '415',
  '503',
  '504',
  '512',
  '602',
  '612',
  '617',
  '619',
  '702',
  '713',
  '816',
  '901',
];
/** Reserved for fiction in each area (North American Numbering Plan, 555-0100 to 555-0199): nobody's telephone rings. */
const randomPhone = (): string => `+1${AREA_CODES[randomInt(AREA_CODES.length)]}55501${digits(2)}`;

/** Random identities in the platform's own alphabet and length, new for every negative control. */
export const negativeControlIdentities: NegativeControlIdentities = {
  make(rule: ProbeRule, type) {
    const pattern = rule.pattern === undefined ? null : new RegExp(rule.pattern, 'u');
    const shapes = type === 'username' ? SHAPES : [type === 'email' ? randomEmail : randomPhone];
    for (const shape of shapes) {
      const value = shape();
      if (!pattern || pattern.test(value)) return { type, value };
    }
    return null;
  },
};

/** Whether `negativeControlIdentities` can make an identity for a rule: without one the rule is never calibrated. */
export const hasNegativeControl: HasNegativeControl = (rule, type) => {
  const known = FITTING.get(rule) ?? negativeControlIdentities.make(rule, type) !== null;
  FITTING.set(rule, known);
  return known;
};
/** By rule; a rule belongs to one query type. The catalogue does not change while a process runs. */
const FITTING = new WeakMap<ProbeRule, boolean>();
