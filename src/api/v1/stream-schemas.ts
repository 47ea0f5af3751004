/** Payloads of the stream's events, by event type. docs/contract.md, 5. */
import { z } from 'zod';
import { breachRecord, lookupResponse, phoneDetails, platformResult, webMention } from './schemas.js';

const breachResult = z.object({ breaches: z.array(breachRecord) }).meta({ id: 'BreachResultEvent' });
const webMentionsResult = z.object({ webMentions: z.array(webMention) }).meta({ id: 'WebMentionsResultEvent' });
const phoneDetailsResult = z.object({ phoneDetails }).meta({ id: 'PhoneDetailsResultEvent' });
const done = z
  .object({
    ...lookupResponse.shape,
    instant: z.boolean().optional().describe('Instant streams only: true.'),
    deadlineMs: z.int().optional().describe('Instant streams only: the ceiling in milliseconds.'),
    platformsPending: z.int().optional().describe('Instant streams only: platforms that had not answered at the ceiling.'),
  })
  .meta({ id: 'DoneEvent', description: 'The last event: what GET /v1/lookup/{id} answers at that moment.' });

export const STREAM_EVENTS = {
  platform_result: platformResult,
  breach_result: breachResult,
  web_mentions_result: webMentionsResult,
  phone_details_result: phoneDetailsResult,
  done,
} as const satisfies Readonly<Record<string, z.ZodType>>;
