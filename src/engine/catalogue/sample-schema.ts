/** The schema of samples: what a platform sends in one state, and where that was seen. */
import { z } from 'zod';
import { jsonValue } from './rules/assertion-schema.js';

const textMap = z.record(z.string(), z.string());
const address = z.url({ protocol: /^https$/ });
const packaged = z.string().regex(/^\S+ \d\S* \(.+\), \S/); // name, version, licence and file
const originSchema = z
  .union([
    z.literal('constructed'),
    z.strictObject({ recorded: z.union([address, packaged]) }),
    ...(['source', 'tested', 'documented'] as const).map((proof) => z.strictObject({ [proof]: address })),
  ])
  .describe('where its shape was seen, with invented values; or constructed');
const sampleSchema = z.strictObject({
  origin: originSchema.optional(),
  status: z.int().min(100).max(999),
  headers: textMap.optional(),
  json: jsonValue.optional(),
  text: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('body; an array is joined with line feeds'),
});
export const samplesSchema = z.strictObject({
  registered: sampleSchema.optional(),
  absent: sampleSchema.optional(),
  blocked: sampleSchema.optional(),
});
