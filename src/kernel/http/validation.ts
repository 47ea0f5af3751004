import type { z } from 'zod';
import { type ErrorCode, ERRORS, ServiceError } from '../values/errors.js';
import { schemaFault } from '../values/schema-faults.js';

/** Names that a message may repeat; any other could be a value in place of a name. */
const NAME = /^\w{1,40}$/;
/** Maximum number of faults, and of unknown names, that one message lists. */
const MAX_ISSUES = 5;

type Issue = z.core.$ZodIssue;

/**
 * Parses one part of a request. A field that may be left out may be null.
 *
 * @param part how the message names it when the fault has no field: `body`, `query`, `path`
 * @throws ServiceError of the given code, naming the fields that are not valid, five at most, never their values; `invalid_parameter`, naming
 *   the fields that the schema does not know, when nothing else is wrong; the code that is the fault's message, unless one was given
 */
export function parsePart<T extends z.ZodType>(
  schema: T,
  value: unknown,
  part: string,
  code: ErrorCode = 'invalid_parameter',
): z.output<T> {
  const asSent = schema.safeParse(value, { error: schemaFault });
  if (asSent.success) return asSent.data;
  const bare = withoutNulls(value, asSent.error.issues);
  const parsed = bare === null ? asSent : schema.safeParse(bare, { error: schemaFault });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const known = issues.filter((issue) => issue.code !== 'unrecognized_keys').map(withOwnCode);
  const [first] = known;
  const own = first && ownCodeOf(first);
  const named = known.map((issue) => `${pathOf(issue.path) || part}: ${sentenceOf(issue)}`);
  const faults = [...new Set(named)].slice(0, MAX_ISSUES).concat(unknownNames(issues, part));
  throw new ServiceError(first ? (code === 'invalid_parameter' && own) || code : 'invalid_parameter', `${faults.join('; ')}.`);
}

/** The same without fields at fault that are null: generated clients send those that nobody set. Null: there is none. */
function withoutNulls(value: unknown, issues: readonly Issue[]): unknown {
  const nulls = issues.map(({ path }) => path).filter((path) => typeof path.at(-1) === 'string' && valueAt(value, path) === null);
  if (nulls.length === 0) return null;
  // Only what holds a null is copied, once: what the schema does not know may be nested as deeply as a body is long.
  const root: Fields = { value };
  const copies = new Set<unknown>();
  const copyAt = (holder: Fields, step: PropertyKey): Fields => {
    const held = holder[step] as Fields;
    if (copies.has(held)) return held;
    const copy = (Array.isArray(held) ? [...(held as readonly unknown[])] : { ...held }) as Fields;
    copies.add(copy);
    holder[step] = copy;
    return copy;
  };
  for (const path of nulls) delete ['value', ...path.slice(0, -1)].reduce(copyAt, root)[path.at(-1) ?? ''];
  return root['value'];
}

type Fields = Record<PropertyKey, unknown>;

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((each, step) => (each as Record<PropertyKey, unknown> | null | undefined)?.[step], value);

function sentenceOf(issue: Pick<Issue, 'message'>): string {
  const own = ownCodeOf(issue);
  return own ? ERRORS[own].message.replace(/\.$/, '') : issue.message;
}

/** The error code that a schema gave as the message of a fault. */
function ownCodeOf({ message }: Pick<Issue, 'message'>): ErrorCode | null {
  return Object.hasOwn(ERRORS, message) ? (message as ErrorCode) : null;
}

/** A fault in one alternative of a union where that has a code, else the fault of the union. */
function withOwnCode(issue: Issue): Pick<Issue, 'message' | 'path'> {
  const inner = issue.code === 'invalid_union' ? issue.errors.flat().find(ownCodeOf) : undefined;
  return inner ? { message: inner.message, path: [...issue.path, ...inner.path] } : issue;
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map(String)
    .filter((step) => NAME.test(step))
    .join('.');
}

/** One sentence that lists the unknown names, or nothing. */
function unknownNames(issues: readonly Issue[], part: string): string[] {
  const paths = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : []));
  if (paths.length === 0) return [];
  const names = paths
    .filter((path) => NAME.test(String(path.at(-1))))
    .slice(0, MAX_ISSUES)
    .map(pathOf);
  const more = paths.length - names.length;
  const listed = [...names, ...(more > 0 ? [`${more} ${names.length > 0 ? 'more' : 'whose names are not repeated here'}`] : [])].join(', ');
  return [`unknown ${part === 'query' ? 'parameter' : 'field'}${paths.length > 1 ? 's' : ''}: ${listed}`];
}
