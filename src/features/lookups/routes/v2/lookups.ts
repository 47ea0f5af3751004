import { z } from 'zod';
import { billOf } from '../../prices.js';
import type { Platform } from '../../../../engine/catalogue/rules/platform.js';
import type { ErrorCode } from '../../../../kernel/values/errors.js';
import { snapshotOfRequest } from '../../lookup-snapshot.js';
import type { LookupBodyV2 } from './body-schemas.js';
import { presentV2 } from './lookup-body.js';
import { withTimeout } from '../../../../kernel/net/deadline.js';
import { acceptLookup } from '../../use-cases/accept-lookup.js';
import { parseIdentitiesRequest } from '../../use-cases/parse-identities-request.js';
import { readLookup, readSeen, readSnapshot } from '../../use-cases/read-lookups.js';
import type { SeenBefore } from '../../seen.js';
import { runLookup, type RunInput } from '../../use-cases/run-lookup.js';
import { IDENTITY_ERRORS, type LookupRoutesContext, PURPOSE_ERRORS, requestOptionsOf, runInputOf } from '../lookup-routes.js';
import { BILLED_V2, CACHE_CONTROL, lookupLink } from '../../../../kernel/http/operation-notes.js';
import { route, type Route } from '../../../../kernel/http/route.js';
import { idText } from '../../../../kernel/http/request-fields.js';
import { TaggedJson, weakTag } from '../../../../kernel/http/tagged-json.js';
import { billed, lookupV2 } from './body-schemas.js';
import { ACCEPTED_V2, FINISHED_V2 } from './examples.js';
import { lookupRequestV2 } from './request-schemas.js';
import { requireTestIdentities } from '../../../test-keys/test-identities.js';
import { deleteLookup, type DeletingContext } from '../../use-cases/delete-lookup.js';

const REFUSED_AT_ACCEPTANCE: readonly ErrorCode[] = ['quota_exceeded', 'insufficient_credits'];

/** Longest wait for the row of an accepted lookup, in milliseconds; then the response is built from the request. */
const READ_TIMEOUT_MS = 1_000;

export function lookupRoutesV2(ctx: LookupRoutesContext): Route[] {
  return [postLookup(ctx), priceLookup(ctx), getLookup(ctx)];
}

function postLookup(ctx: LookupRoutesContext): Route {
  return route({
    operationId: 'createLookupV2',
    scopes: ['lookups:create'],
    recent: false,
    method: 'post',
    path: '/v2/lookup',
    summary: 'Look up a person by up to five identities of each kind, with risk',
    description:
      'Looks up a person by up to five e-mail addresses, phone numbers, usernames and IP addresses each. The result contains the ' +
      'platforms on which each identity is registered, how many platforms were omitted and why, the findings of the modules with ' +
      'the contribution of every source, and a risk score with its reasons. `mode` sets when the response is sent. v1 returns the ' +
      `same lookup by the same id. ${BILLED_V2}`,
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
        summary: 'E-mail details without a sweep',
        value: { identities: { emails: ['ada@example.com'] }, modules: ['email'], mode: 'wait' },
      },
    },
    responseExamples: {
      finished: { summary: 'With `wait`', value: FINISHED_V2 },
      accepted: { summary: 'Without', value: ACCEPTED_V2 },
    },
    links: { ReadLookup: lookupLink('/lookupId', 'getLookupV2') },
    body: lookupRequestV2,
    response: lookupV2,
    errors: [...IDENTITY_ERRORS, ...PURPOSE_ERRORS, 'idempotency_conflict'],
    async handle(input) {
      await ctx.refreshAvailable();
      const { mode = 'async', deep = mode === 'async' } = input.body;
      const band = mode === 'instant' ? 'instant' : deep ? 'deep' : 'default';
      const request = parseIdentitiesRequest(ctx, input.body, { mode, band, ...requestOptionsOf(input) });
      const run = runInputOf(ctx, input, request, 'createLookupV2');
      return mode === 'async' ? acceptInBackground(ctx, run) : runAndPresent(ctx, run);
    },
  });
}

function priceLookup(ctx: LookupRoutesContext): Route {
  return route({
    operationId: 'priceLookupV2',
    scopes: ['lookups:create'],
    recent: false,
    method: 'post',
    path: '/v2/lookup/price',
    summary: 'What a lookup would be billed',
    description:
      'A dry run: checks a request as `POST /v2/lookup` does and returns what it would be billed on the present plan. Nothing is ' +
      `looked up, stored or billed. ${BILLED_V2}`,
    body: lookupRequestV2,
    response: billed,
    errors: [...IDENTITY_ERRORS.filter((code) => !REFUSED_AT_ACCEPTANCE.includes(code)), ...PURPOSE_ERRORS],
    async handle(input) {
      await ctx.refreshAvailable();
      const options = { mode: 'async', band: 'deep', ...requestOptionsOf(input) } as const;
      const { plan, isTest } = input.caller;
      const request = parseIdentitiesRequest(ctx, input.body, options);
      if (!isTest) return billOf(plan, request);
      requireTestIdentities([request]);
      return { ...billOf(plan, request), amount: 0 };
    },
  });
}

/** What is known when the response has to leave. How often the identities were looked up before is read while the lookup runs. */
async function runAndPresent(ctx: LookupRoutesContext, run: RunInput): Promise<LookupBodyV2> {
  let reading: Promise<SeenBefore | undefined> = Promise.resolve(undefined);
  const onAccepted = (lookupId: string): void => {
    reading = readSeen(ctx, { caller: run.caller, lookupId }).catch(() => undefined);
  };
  const known = await runLookup(ctx, { ...run, onAccepted });
  const seen = await withTimeout(reading, Math.min(READ_TIMEOUT_MS, run.deadlineAt - performance.now()), () => undefined);
  return presentV2(known, ctx.catalogue, { seen });
}

/** The lookup as it was accepted, whatever became known since: a repeated request under its key gets the same response. */
async function acceptInBackground(ctx: LookupRoutesContext, run: RunInput): Promise<LookupBodyV2> {
  const { lookupId } = await acceptLookup(ctx, run);
  const accepted = snapshotOfRequest(lookupId, run.request, run.caller.isTest);
  const reading = readLookup(ctx, { owner: run.caller, lookupId }).catch(() => null);
  const row = await withTimeout(reading, READ_TIMEOUT_MS, () => null);
  const lookup = { ...accepted.lookup, ...row, state: 'accepted', plan: null, finishedAt: null } as const;
  return presentV2({ ...accepted, lookup }, ctx.catalogue, { egress: ctx.egress });
}

function getLookup(ctx: LookupRoutesContext): Route {
  const names = new WeakMap<readonly Platform[], string>();
  return route({
    operationId: 'getLookupV2',
    scopes: ['lookups:read'],
    method: 'get',
    path: '/v2/lookup/:id',
    summary: 'Read one lookup, with risk',
    description:
      'The lookup with everything that is known so far; `status` shows whether it is complete. Single checks and lookups of v1 can ' +
      'be read here too. The id of a lookup of another account is treated as unknown. A finished lookup has an `ETag` and does not ' +
      'change, except that `seen` counts fewer lookups after some were deleted, and that a "no" is omitted once its platform was found ' +
      'to deny accounts that exist; a running lookup has none.',
    responseExamples: { finished: { value: FINISHED_V2 } },
    rateClass: 'readsV2',
    params: z.object({ id: idText.describe('Identifier of a lookup or single check of this account.') }),
    response: lookupV2,
    errors: ['not_found'],
    tagged: true,
    async handle({ caller, params, headers }) {
      const owned = { owner: caller, lookupId: params.id };
      // A finished lookup does not change: its row alone shows whether the client's copy is still good.
      const row = headers['if-none-match'] === undefined ? null : await readLookup(ctx, owned);
      const known = row?.state === 'finished' ? null : await readSnapshot(ctx, owned);
      const lookup = known?.lookup ?? row;
      const seen = await readSeen(ctx, { caller, lookupId: params.id });
      const body = async (): Promise<LookupBodyV2> =>
        presentV2(known ?? (await readSnapshot(ctx, owned)), ctx.catalogue, { egress: ctx.egress, seen });
      if (lookup?.state !== 'finished') return body();
      const { platforms } = ctx.catalogue;
      const tag = names.get(platforms) ?? catalogueTag(platforms);
      names.set(platforms, tag);
      const etag = weakTag(`${tag} ${lookup.id} ${lookup.finishedAt?.toISOString()} ${JSON.stringify(seen)} ${lookup.withdrawals ?? 0}`);
      return new TaggedJson(etag, async () => JSON.stringify(await body()));
    },
  });
}

/** Tag of everything that bodies take from the catalogue, which changes with a release, an update or the operator's files. */
function catalogueTag(platforms: readonly Platform[]): string {
  return weakTag(JSON.stringify(platforms.map(({ slug, name, icon, tags }) => [slug, name, icon, tags])));
}

/** `DELETE /v2/lookup/{id}`: a lookup, a batch item or a single check, in any state. */
export function deletionRoutes(ctx: DeletingContext): Route[] {
  return [
    route({
      operationId: 'deleteLookupV2',
      scopes: ['lookups:delete'],
      recent: true,
      role: 'admin',
      method: 'delete',
      path: '/v2/lookup/:id',
      summary: 'Delete one lookup with all its results',
      description:
        'Deletes a lookup in any state with its results, the findings of its modules, the facts that later lookups would have ' +
        'reused, and its `lookup.completed` event with every delivery and attempt. The lookup stays billed. A running lookup probes ' +
        'no more platforms, is never finished and sends no webhook; a delivery in progress may still arrive. Repeating the original ' +
        'request with its Idempotency-Key returns the deleted id and bills nothing. Deleting a lookup again, or a lookup of another ' +
        'account, returns `not_found`.',
      params: z.object({ id: idText.describe('Identifier of a lookup or single check of this account.') }),
      response: z.null(),
      noContent: true,
      errors: ['not_found'],
      async handle({ caller, params }) {
        await deleteLookup(ctx, caller, params.id);
        return null;
      },
    }),
  ];
}
