/** Notes of the document on v2's lookups. docs/contract.md, 14. */
import { BATCH } from './examples.js';
import { CACHE_CONTROL, lookupLink, STREAM_LIMITS, type OperationNote } from './notes.js';
import { ACCEPTED_V2, FINISHED_V2, OMISSIONS_V2, PAGE_V2 } from './v2-examples.js';

const billed =
  'Billed as one lookup, however many identities it has; on a credit plan each module costs its price for each identity of a kind.';

export const V2_NOTES: Readonly<Record<string, OperationNote>> = {
  createLookupV2: {
    description:
      'Looks up to five e-mail addresses, phone numbers, usernames and IP addresses of one person up: where each is registered, how ' +
      'many platforms were omitted for which reason, what the modules found of each with how every source took part, and a risk score whose reasons ' +
      `add up. \`mode\` says how long the answer may wait. v1 shows the same lookup by the same id. ${billed}`,
    headers: [CACHE_CONTROL],
    requestExamples: {
      person: {
        summary: 'What a sign-up form knows',
        value: { identities: { emails: ['ada@example.com'], phones: ['+12025550123'], ips: ['192.0.2.17'] }, mode: 'instant' },
      },
      names: {
        summary: 'Two usernames on two platforms',
        value: { identities: { usernames: ['ada-example', 'ada.example'] }, platforms: ['github', 'gitlab'], mode: 'wait' },
      },
      mailbox: {
        summary: 'E-mail details without a sweep',
        value: { identities: { emails: ['ada@example.com'] }, modules: ['email'], mode: 'wait' },
      },
    },
    responseExamples: {
      finished: { summary: 'With `wait`', value: FINISHED_V2 },
      accepted: { summary: 'Without', value: ACCEPTED_V2 },
    },
    links: { ReadLookup: lookupLink('/lookupId', 'getLookupV2') },
  },
  getLookupV2: {
    description:
      'The lookup with what is known of it by now: `status` says whether that is all. Single checks and lookups of v1 are read here ' +
      'as well. An id of another account is answered like one that does not exist. A finished lookup has an `ETag` and stays as it is; ' +
      'one under way has none.',
    responseExamples: { finished: { value: FINISHED_V2 } },
  },
  deleteLookupV2: {
    description:
      'Deletes a lookup in any state, with its results, what modules found, the facts that it would have lent to later lookups, and its ' +
      '`lookup.completed` event with every delivery and attempt. It stays billed. One that still runs asks no more platforms, is never ' +
      'finished and sends no webhook; what is on its way to a receiver at that moment may still arrive. A repeated request under its ' +
      'Idempotency-Key names the deleted id and bills nothing. Repeated, and for an id of another account, the answer is `not_found`.',
  },
  listLookupOmissions: {
    description:
      'Every platform and identity of a lookup without a confident answer, and why, in the order in which it became known; the ' +
      'lookup itself has the counts. Pages hang together: none is skipped or listed twice, also while the lookup runs, and what ' +
      'it adds later comes last. An id of another account is answered like one that does not exist.',
    responseExamples: { page: { value: OMISSIONS_V2 } },
  },
  listPlatformStatus: {
    description:
      'How the platforms do, in the order of their slugs; the answer is some seconds old at most. Without `limit` it is the whole list, ' +
      'about a megabyte: use the filters, pages, or the `ETag`. Pages hang together: none is skipped or listed twice.',
  },
  listSources: {
    description:
      'Where the modules have their facts from: which sources are configured, by which settings, how old their data are, and the ' +
      "credit that their licences ask for. The notes on a lookup's modules name sources as this list does.",
    responseExamples: {
      sources: {
        value: {
          total: 1,
          sources: [
            {
              name: 'example-database',
              module: 'ip',
              configured: true,
              settings: [],
              dataDate: '2026-10-01',
              licence: 'CC BY 4.0',
              credit: 'Example data',
            },
          ],
        },
      },
    },
  },
  listLookupsV2: {
    description:
      'Everything that the account looked up, single checks included, most recent first. Pages hang together: what is added ' +
      'meanwhile shifts nothing, so no lookup is skipped and none comes twice.',
    responseExamples: { page: { value: PAGE_V2 } },
  },
  createLookupBatchV2: {
    description:
      'Queues up to fifty lookups, of every platform unless an item says `deep: false`. A malformed item refuses the whole batch and nothing is billed. Afterwards every ' +
      'item is billed and queued on its own: one that runs out of credit does not touch the others.',
    headers: [CACHE_CONTROL],
    requestExamples: {
      two: {
        value: {
          items: [{ identities: { emails: ['ada@example.com'] } }, { identities: { usernames: ['ada-example'] }, modules: ['footprint'] }],
        },
      },
    },
    responseExamples: { mixed: { summary: 'One queued, one refused', value: BATCH } },
    links: { ReadFirst: lookupLink('/results/0/lookupId', 'getLookupV2') },
  },
  streamLookupV2: {
    description:
      'Server-sent events: `result` or `omission` for each platform and identity, a finding for each module and identity, then `done` ' +
      'exactly once, last, equal to what GET /v2/lookup/{id} answers then. An answer that a later fact changes is told again. Leaving ' +
      `does not cancel the lookup; come back with \`Last-Event-ID\` and pay nothing. ${STREAM_LIMITS} ${billed}`,
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
  getLookupEvidence: {
    description: 'Every check of a lookup: what its answer, or its absence, rests on. For operators and for whoever doubts an answer.',
  },
};
