import type { z } from 'zod';

/** A fault as the schema library finds it, before it has a text. */
type RawIssue = z.core.$ZodRawIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a time, such as 2026-01-31T12:00:00Z',
  date: 'must be a date, such as 2026-01-31',
  email: 'must be an e-mail address',
  url: 'must be a URL',
};
const OTHERWISE = 'does not have the expected form';

/**
 * What is wrong with a value, in our words: those of the schema library change with its releases, and speak of its own terms.
 *
 * @returns the end of a sentence that begins with the field's name; never the value
 */
export function schemaFault(issue: RawIssue): string {
  if (issue.input === undefined) return 'missing';
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] === undefined ? OTHERWISE : `must be ${TYPES[issue.expected]}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return boundary(issue.origin, 'at most', issue.maximum);
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1 ? 'must not be empty' : boundary(issue.origin, 'at least', issue.minimum);
    case 'invalid_format':
      return FORMATS[issue.format] ?? OTHERWISE;
    default:
      return OTHERWISE;
  }
}

function boundary(origin: string, side: string, amount: number | bigint): string {
  const parts = { string: 'character', array: 'item', set: 'item' }[origin];
  return parts === undefined ? `must be ${side} ${amount}` : `must have ${side} ${amount} ${parts}${Number(amount) === 1 ? '' : 's'}`;
}
