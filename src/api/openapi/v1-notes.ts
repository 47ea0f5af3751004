/** Notes of the document on each operation of v1. */
import { BATCH, EMAIL_CHECK, FINISHED, HISTORY, INSTANT, IP_CHECK, PENDING, PHONE_CHECK, PLATFORMS } from './examples.js';
import { CACHE_CONTROL, lookupLink, STREAM_LIMITS, type OperationNote } from './notes.js';

const billed = 'Billed as one lookup.';

/** The note of a check: one request and one response. */
function check(description: string, request: object, answer: object): OperationNote {
  return {
    description: `${description} No platform is asked. ${billed}`,
    headers: [CACHE_CONTROL],
    requestExamples: { check: { value: request } },
    responseExamples: { checked: { value: answer } },
    links: { ReadLookup: lookupLink('/lookupId') },
  };
}

export const V1_NOTES: Readonly<Record<string, OperationNote>> = {
  listPlatforms: {
    description: 'Every slug that `platforms` accepts, the query types that reach it, and whether it answers on the instant path.',
    responseExamples: { platforms: { value: PLATFORMS } },
  },
  createLookup: {
    description:
      'Says on which platforms an identity is registered, with breach history and web mentions. Without `wait` or `instant` the ' +
      'answer is a PendingLookup: read the lookup by its id. A platform without a confident answer is omitted, and one that the ' +
      `kind of identity cannot reach is skipped. ${billed}`,
    headers: [CACHE_CONTROL],
    requestExamples: {
      email: { summary: 'An e-mail address', value: { email: 'ada@example.com' } },
      username: { summary: 'A username on two platforms', value: { query: 'ada-example', platforms: ['github', 'gitlab'] } },
      modules: {
        summary: 'E-mail details without a sweep',
        value: { email: 'ada@example.com', checks: { footprint: false, email: true } },
      },
      address: { summary: 'An IP address alone', value: { ip: '192.0.2.17', checks: { ip: true } } },
    },
    responseExamples: {
      pending: { summary: 'Accepted', value: PENDING },
      finished: { summary: 'With wait', value: FINISHED },
      instant: { summary: 'With instant', value: INSTANT },
    },
    links: { ReadLookup: lookupLink('/lookupId') },
  },
  getLookup: {
    description:
      'The full result, or `status: processing` while the lookup runs. An id of another account is answered like one that does not exist.',
    responseExamples: { finished: { value: FINISHED }, pending: { value: PENDING } },
  },
  listLookups: {
    description: "The account's lookups, most recent first. Single-subject checks are not listed.",
    responseExamples: { page: { value: HISTORY } },
  },
  createLookupBatch: {
    description:
      'Queues up to fifty lookups. A malformed item refuses the whole batch and nothing is billed. Afterwards every item is billed ' +
      'and queued on its own: one that runs out of credit does not touch the others. Each is read with GET /v1/lookup/{id}.',
    headers: [CACHE_CONTROL],
    requestExamples: { two: { value: { items: [{ email: 'ada@example.com' }, { query: 'ada-example' }] } } },
    responseExamples: { mixed: { summary: 'One queued, one refused', value: BATCH } },
    links: { ReadFirst: lookupLink('/results/0/lookupId') },
  },
  streamLookup: {
    description:
      'Server-sent events: each platform result as it resolves, then `done` exactly once, last. Leaving does not cancel the ' +
      `lookup; come back with \`Last-Event-ID\` and pay nothing; the first id comes before any result, and after that of \`done\` the answer is an empty 204. ${STREAM_LIMITS} Comments are heartbeats and progress. ${billed}`,
    headers: [
      CACHE_CONTROL,
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'Id of the last event that was seen: the stream goes on after it.',
        schema: { type: 'string' },
      },
    ],
  },
  checkEmail: check(
    'Deliverable, disposable, consumer webmail, catch-all, age of the domain; in about a second.',
    { email: 'ada@example.com' },
    EMAIL_CHECK,
  ),
  checkPhone: check('Validity, carrier, line type and VOIP class.', { phone: '+12025550123' }, PHONE_CHECK),
  checkIp: check(
    'A risk score of 0 to 100, flags for VPN, proxy, Tor and datacentre, location and network owner.',
    { ip: '192.0.2.17' },
    IP_CHECK,
  ),
};
