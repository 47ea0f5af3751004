import { BILLED_V2, CACHE_CONTROL, lookupLink } from '../../../kernel/http/operation-notes.js';
import { route } from '../../route.js';
import { withTimeout } from '../../../kernel/net/deadline.js';
import type { LookupRequest } from '../lookup.js';
import { snapshotOfRequest } from '../lookup-snapshot.js';
import type { SeenBefore } from '../seen.js';
import { acceptLookup } from '../use-cases/accept-lookup.js';
import { parseIdentitiesRequest } from '../use-cases/parse-identities-request.js';
import { readLookup, readSeen } from '../use-cases/read-lookups.js';
import { deadlineOf, type RunOptions, runLookup } from '../use-cases/run-lookup.js';
import { IDENTITY_ERRORS, type LookupRoutesContext, PURPOSE_ERRORS, requestOptionsOf, runOptionsOf } from './shared/lookup-routes.js';
import { type LookupBodyV2, lookupV2 } from './shared/v2/body-schemas.js';
import { ACCEPTED_V2, FINISHED_V2 } from './shared/v2/examples.js';
import { presentV2 } from './shared/v2/lookup-body.js';
import { lookupRequestV2 } from './shared/v2/request-schemas.js';

/** Longest wait for the row of an accepted lookup, in milliseconds; then the response is built from the request. */
const READ_TIMEOUT_MS = 1_000;

export const createLookupV2Route = route({
  operationId: 'createLookupV2',
  scopes: ['lookups:create'],
  recent: false,
  waits: true,
  method: 'post',
  path: '/v2/lookup',
  summary: 'Look up a person by up to five identities of each kind, with risk',
  description:
    'Looks up a person by up to five identities of each kind: e-mail addresses, phone numbers, usernames and IP addresses. The result ' +
    'lists the platforms on which each identity is registered, and counts the platforms without a confident answer, by reason. It ' +
    'also has the findings of the other modules with their sources, and a risk score with its reasons. `mode` sets when the response ' +
    `is sent. v1 can read the lookup by the same id. ${BILLED_V2}`,
  requestHeaders: [CACHE_CONTROL],
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
      summary: 'E-mail details without platforms',
      value: { identities: { emails: ['ada@example.com'] }, modules: ['email'], mode: 'wait' },
    },
  },
  responseExamples: {
    finished: { summary: 'With `wait`', value: FINISHED_V2 },
    accepted: { summary: 'Without `wait`', value: ACCEPTED_V2 },
  },
  links: { ReadLookup: lookupLink('/lookupId', 'getLookupV2') },
  body: lookupRequestV2,
  response: lookupV2,
  errors: [...IDENTITY_ERRORS, ...PURPOSE_ERRORS, 'idempotency_conflict'],
  async handle(ctx: LookupRoutesContext, input) {
    await ctx.refreshAvailable();
    const { mode = 'async', deep = mode === 'async' } = input.body;
    const band = mode === 'instant' ? 'instant' : deep ? 'deep' : 'default';
    const request = parseIdentitiesRequest(ctx, input.body, { mode, band, ...requestOptionsOf(input) });
    const options = runOptionsOf(input, 'createLookupV2');
    return mode === 'async' ? acceptInBackground(ctx, request, options) : runAndPresent(ctx, request, options);
  },
});

/** What is known when the response has to leave. How often the identities were looked up before is read while the lookup runs. */
async function runAndPresent(ctx: LookupRoutesContext, request: LookupRequest, options: RunOptions): Promise<LookupBodyV2> {
  let reading: Promise<SeenBefore | undefined> = Promise.resolve(undefined);
  const onAccepted = (lookupId: string): void => {
    reading = readSeen(ctx, { caller: options.caller, lookupId }).catch(() => undefined);
  };
  const known = await runLookup(ctx, request, { ...options, onAccepted });
  const remainingMs = deadlineOf(ctx, request, options.receivedAt) - performance.now();
  const seen = await withTimeout(reading, Math.min(READ_TIMEOUT_MS, remainingMs), () => undefined);
  return presentV2(known, ctx.catalogue, { seen });
}

/** The lookup as it was accepted, whatever became known since: a repeated request under its key gets the same response. */
async function acceptInBackground(ctx: LookupRoutesContext, request: LookupRequest, options: RunOptions): Promise<LookupBodyV2> {
  const { caller } = options;
  const { lookupId } = await acceptLookup(ctx, request, options);
  const accepted = snapshotOfRequest(lookupId, request, caller.isTest);
  const reading = readLookup(ctx, { owner: caller, lookupId }).catch(() => null);
  const row = await withTimeout(reading, READ_TIMEOUT_MS, () => null);
  const lookup = { ...accepted.lookup, ...row, state: 'accepted', plan: null, finishedAt: null } as const;
  return presentV2({ ...accepted, lookup }, ctx.catalogue, { egress: ctx.egress });
}
