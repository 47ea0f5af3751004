/** Describes what is wrong with the shape of a platform file, for its author. */
import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
/** Faults that are listed; the others are only counted. */
const MAX_LISTED = 3;

export interface SchemaFaults {
  /** The first few, each with its path, in one line. */
  readonly reason: string;
  /** Path of the first one. */
  readonly path: string;
}

/** Lists the first faults, and every unknown field: a field that is missing is often there under another name. */
export function schemaFaults({ issues }: z.ZodError): SchemaFaults {
  const listed = issues.filter(({ code }, index) => index < MAX_LISTED || code === 'unrecognized_keys');
  const faults = listed.map((issue) => {
    const place = issue.path.join('.');
    return place === '' ? describeIssue(issue) : `${place} ${describeIssue(issue)}`;
  });
  const more = issues.length > listed.length ? `; and ${issues.length - listed.length} more` : '';
  return { reason: `${faults.join('; ')}${more}`, path: issues[0]?.path.join('.') ?? '' };
}

function describeIssue(issue: z.ZodError['issues'][number]): string {
  if (issue.code === 'invalid_type') {
    return issue.message.endsWith('received undefined') ? 'is missing' : `has to be ${KINDS[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'unrecognized_keys')
    return `has ${issue.keys.map((key) => `"${key}"`).join(', ')}, which is no field here; catalogue/README.md names them all`;
  if (issue.code === 'invalid_value') return `has to be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  return `is not right: ${issue.message}`;
}
