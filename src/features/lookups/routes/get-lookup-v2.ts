import { z } from 'zod';
import { idText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { TaggedJson, weakTag } from '../../../kernel/http/tagged-json.js';
import { readLookup, readSeen, readSnapshot } from '../use-cases/read-lookups.js';
import type { LookupRoutesContext } from './shared/lookup-routes.js';
import { type LookupBodyV2, lookupV2 } from './shared/v2/body-schemas.js';
import { FINISHED_V2 } from './shared/v2/examples.js';
import { presentV2 } from './shared/v2/lookup-body.js';
import { lookupTag } from './shared/v2/lookup-tag.js';
import { STIX_TYPE, stixBundle, TLP_LEVELS } from './shared/stix/stix-bundle.js';

export const getLookupV2Route = route({
  operationId: 'getLookupV2',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/lookup/:id',
  summary: 'Read one lookup, with risk',
  description:
    'The lookup with everything that is known so far; `status` shows whether it is complete. Single checks and lookups of v1 can be ' +
    'read here too. Ids of other accounts return 404, as unknown ids do. A finished lookup has an `ETag`; a running one has none. A ' +
    'finished lookup changes in three cases only: `seen` counts fewer lookups after some were deleted, an answer becomes an omission ' +
    'if its platform turns out to deny existing accounts or to confirm impossible ones, and an erasure removes handles or names from it. ' +
    'With `Accept: application/stix+json;version=2.1`, the response is a STIX 2.1 bundle of confirmed accounts.',
  responseExamples: { finished: { value: FINISHED_V2 } },
  rateClass: 'readsV2',
  params: z.object({ id: idText.describe('Identifier of a lookup or single check of this account.') }),
  query: z.object({
    tlp: z.enum(TLP_LEVELS).optional().describe('Traffic Light Protocol 2.0 marking of a STIX bundle; `amber+strict` by default.'),
  }),
  response: lookupV2,
  otherType: STIX_TYPE,
  errors: ['not_found'],
  tagged: true,
  async handle(ctx: LookupRoutesContext, { caller, params, query, headers, prefers }) {
    const owned = { owner: caller, lookupId: params.id };
    if (prefers(['application/json', STIX_TYPE]) === STIX_TYPE) {
      const shown = presentV2(await readSnapshot(ctx, owned), ctx.catalogue, { egress: ctx.egress });
      const text = stixBundle(shown, query.tlp ?? 'amber+strict');
      return new TaggedJson(shown.status === 'finished' ? weakTag(text) : null, async () => text, STIX_TYPE);
    }
    // A finished lookup does not change: its row alone shows whether the client's copy is still good.
    const row = headers['if-none-match'] === undefined ? null : await readLookup(ctx, owned);
    const known = row?.state === 'finished' ? null : await readSnapshot(ctx, owned);
    const lookup = known?.lookup ?? row;
    const seen = await readSeen(ctx, { caller, lookupId: params.id });
    const body = async (): Promise<LookupBodyV2> =>
      presentV2(known ?? (await readSnapshot(ctx, owned)), ctx.catalogue, { egress: ctx.egress, seen });
    if (lookup?.state !== 'finished') return body();
    const etag = lookupTag(lookup, ctx.catalogue.platforms, seen);
    return new TaggedJson(etag, async () => JSON.stringify(await body()));
  },
});
