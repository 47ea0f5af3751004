/** Requirements on a JSON response, as zod schemas. */
import { z } from 'zod';
import type { Json } from '../../../kernel/values/json.js';

/** Shapes that one value of a JSON response can be required to have. */
export const JSON_SHAPES = [
  'missing',
  'present',
  'null',
  'true',
  'false',
  'string',
  'number',
  'object',
  'array',
  'empty',
  'nonEmpty',
  'identity',
] as const;

export const jsonValue: z.ZodType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(jsonValue), z.record(z.string(), jsonValue)]),
);

export const jsonAssertion = z
  .strictObject({
    pointer: z
      .string()
      .regex(/^(\/.*)?$/, 'an RFC 6901 JSON Pointer')
      .describe("RFC 6901 JSON Pointer; '' is the whole document"),
    is: z.enum(JSON_SHAPES).optional().describe('shape of the value; `identity` equals the probed identity, case folded'),
    equals: jsonValue.optional().describe('exact value; strings may hold variables'),
    /** A string there must match it; variables are escaped. */
    matches: z.string().min(1).optional().describe('regular expression, flags iu'),
  })
  .refine((a) => a.is !== undefined || a.equals !== undefined || a.matches !== undefined, 'needs `is`, `equals` or `matches`');
