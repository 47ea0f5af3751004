import type { z } from 'zod';
import { ServiceError, type ErrorCode } from '../domain/errors.js';

/** What every id of ours looks like. */
export const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Parses one part of a request.
 *
 * @param part how the message names it when the fault has no field: `body`, `query`, `path`
 * @throws ServiceError of the given code, naming the first field that is not valid, never its value
 */
export function parsePart<T extends z.ZodType>(schema: T, value: unknown, part: string, code: ErrorCode = 'invalid_parameter'): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String).filter((step) => /^\w{1,40}$/.test(step)).join('.');
  throw new ServiceError(code, `${path || part}: ${issue?.message ?? 'not valid'}.`);
}
