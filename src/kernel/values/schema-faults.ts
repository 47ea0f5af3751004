/** A fault as the schema library (zod) finds it, before it has a text. Which members it has follows from its code. */
export interface SchemaIssue {
  readonly code: string;
  readonly input?: unknown;
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly origin?: string;
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
  readonly format?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
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
export function schemaFault({
  code,
  input,
  expected = '',
  values = [],
  origin = '',
  maximum = 0,
  minimum = 0,
  format = '',
}: SchemaIssue): string {
  if (input === undefined) return 'missing';
  switch (code) {
    case 'invalid_type':
      return TYPES[expected] === undefined ? OTHERWISE : `must be ${TYPES[expected]}`;
    case 'invalid_value':
      return `must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`;
    case 'too_big':
      return boundary(origin, 'at most', maximum);
    case 'too_small':
      return origin === 'string' && minimum === 1 ? 'must not be empty' : boundary(origin, 'at least', minimum);
    case 'invalid_format':
      return FORMATS[format] ?? OTHERWISE;
    default:
      return OTHERWISE;
  }
}

function boundary(origin: string, side: string, amount: number | bigint): string {
  const parts = { string: 'character', array: 'item', set: 'item' }[origin];
  return parts === undefined ? `must be ${side} ${amount}` : `must have ${side} ${amount} ${parts}${Number(amount) === 1 ? '' : 's'}`;
}
