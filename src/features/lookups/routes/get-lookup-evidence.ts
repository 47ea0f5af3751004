import { z } from 'zod';
import { CALIBRATIONS, INCONCLUSIVE_REASONS } from '../../../engine/evaluation/verdict.js';
import { Download } from '../../../kernel/http/answers.js';
import { idText } from '../../../kernel/http/request-fields.js';
import { encodedList } from '../../../kernel/values/json.js';
import { route } from '../../route.js';
import { QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { kindOf } from '../../../kernel/identity/subjects.js';
import type { LookupChange } from '../lookup-snapshot.js';
import type { LookupReader } from '../store/lookup-reader.js';
import { readSnapshot } from '../use-cases/read-lookups.js';
import { identity } from './shared/v2/identity-name.js';
import { identityName } from './shared/v2/platform-results.js';

const evidence = z
  .object({
    status: z.int().nullable(),
    explanation: z.string(),
    host: z.string(),
    latencyMs: z.number(),
    requests: z.int(),
    controlAt: z.iso.datetime().optional(),
    calibratedBy: z
      .enum(CALIBRATIONS)
      .optional()
      .describe(
        'Only for "not registered": what showed that the platform does not deny every account. `traffic`: findings of other lookups.',
      ),
  })
  .meta({ id: 'Evidence' });

const evidenceCheck = z
  .object({
    platform: z.string(),
    queryType: z.enum(QUERY_TYPES),
    identity,
    state: z.enum(['registered', 'not_registered', 'omitted']),
    reason: z.enum(INCONCLUSIVE_REASONS).nullable(),
    fromCache: z.boolean(),
    egress: z.string().nullable().describe('Network path of the check (PROBE_EGRESS); null if no platform was probed.'),
    checkedAt: z.iso.datetime(),
    evidence: evidence.nullable(),
  })
  .meta({ id: 'EvidenceCheck' });

export const lookupEvidence = z.object({ lookupId: z.string(), checks: z.array(evidenceCheck) }).meta({ id: 'LookupEvidence' });

/** `GET /v2/lookup/{id}/evidence`: what each verdict rests on, and why each omitted platform was omitted. */
export const getLookupEvidenceRoute = route({
  operationId: 'getLookupEvidence',
  isLarge: true,
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/lookup/:id/evidence',
  summary: 'Read the evidence for each verdict of a lookup',
  description:
    'Every check of a lookup, with the evidence for its result or the reason why it has none. Use it to examine a result that you doubt.',
  rateClass: 'readsV2',
  params: z.object({ id: idText }),
  response: lookupEvidence,
  errors: ['not_found'],
  async handle(ctx: { reader: LookupReader }, { caller, params, limitRead }) {
    const snapshot = await limitRead(() => readSnapshot(ctx, { owner: caller, lookupId: params.id }));
    return new Download(encodedList('checks', checksOf(snapshot), { lookupId: params.id }), 'application/json');
  },
});

function* checksOf({ lookup, outcomes }: LookupChange): Generator<string> {
  for (const { subject, state, checkedAt, platform, reason, fromCache, egress, evidence: shown } of outcomes) {
    const check: z.input<typeof evidenceCheck> = {
      platform,
      reason,
      fromCache,
      egress,
      evidence: shown,
      queryType: kindOf(subject),
      identity: identityName(lookup, subject),
      state: state === 'inconclusive' ? 'omitted' : state,
      checkedAt: checkedAt.toISOString(),
    };
    yield JSON.stringify(check);
  }
}
