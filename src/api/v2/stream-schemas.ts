/** Query parameters of a v2 stream, and the payloads of its events. */
import { z } from 'zod';
import { MAX_PER_KIND } from '../../domain/identity/subjects.js';
import { onlyTrue } from '../v1/schemas.js';
import {
  breachesFinding,
  emailFinding,
  ipFinding,
  lookupV2,
  omission,
  phoneFinding,
  resultV2,
  webMentionsFinding,
} from './body-schemas.js';
import { DEEP_AND_INSTANT, moduleName } from './request-schemas.js';

/** A parameter that may be repeated; one value arrives as a string. */
function repeatable<T extends z.ZodType<string>>(one: T, most: number, description: string, examples: readonly string[] = []) {
  return z
    .union([z.array(one).max(most), one])
    .optional()
    .meta({ description: `${description} May be repeated.`, ...(examples.length > 0 ? { examples: [examples] } : {}) });
}

const streamParameters = z.object({
  email: repeatable(z.string(), MAX_PER_KIND, 'An e-mail address.'),
  phone: repeatable(z.string(), MAX_PER_KIND, 'A phone number in E.164 format.'),
  username: repeatable(z.string(), MAX_PER_KIND, 'A username.', ['ada-example']),
  ip: repeatable(z.string(), MAX_PER_KIND, 'An IPv4 or IPv6 address.'),
  module: repeatable(moduleName, 20, 'A module to run, and no other; absent: all that there is an identity for.'),
  platforms: z.string().optional().describe('Slugs, comma-separated: check only these. Absent or empty: the band.'),
  deep: onlyTrue.describe('Check every platform rather than the default band; refused with `instant`, which asks few platforms.'),
  instant: onlyTrue.describe('End the stream at the latency ceiling.'),
});
export const streamQueryV2 = streamParameters.refine(({ deep, instant }) => !(deep && instant), DEEP_AND_INSTANT);
export type StreamQueryV2 = z.infer<typeof streamQueryV2>;

/** Event types by module. */
export const FINDING_EVENT = {
  email: 'email_finding',
  phone: 'phone_finding',
  ip: 'ip_finding',
  breaches: 'breaches_finding',
  webMentions: 'web_mentions_finding',
} as const;

export const STREAM_EVENTS_V2 = {
  result: resultV2,
  omission,
  email_finding: emailFinding,
  phone_finding: phoneFinding,
  ip_finding: ipFinding,
  breaches_finding: breachesFinding,
  web_mentions_finding: webMentionsFinding,
  done: lookupV2,
} as const satisfies Readonly<Record<string, z.ZodType>>;
