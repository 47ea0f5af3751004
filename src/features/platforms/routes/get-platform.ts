import { z } from 'zod';
import {
  absenceUnrecognisedSince,
  DISPUTED_DAYS,
  healthFigures,
  type HealthRecord,
  KEPT_CONTROLS,
} from '../../../engine/controls/platform-health.js';
import { idText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { type PlatformHealthContext, readPlatformHealth } from '../use-cases/list-platforms.js';
import { platformStatus, showPlatform } from './shared/platforms.js';

const timestamp = z.iso.datetime();

const queryType = z.enum(QUERY_TYPES);

const share = z.number().nullable();

const platformHistory = z
  .object({
    queryType,
    egressPool: z.string().describe('The egress (network path, PROBE_EGRESS) that the controls used.'),
    controls: z
      .int()
      .describe(
        `How many of the last ${KEPT_CONTROLS} controls are kept. A control requests an account that exists, or an identity ` +
          `that cannot exist.`,
      ),
    passed: z.int(),
    failed: z.int(),
    answerRate: share.describe('Share of the requests of these controls that the platform answered, 0 to 1.'),
    registeredShare: share.describe(
      'Share of "registered" in these answers: normally about 0.5; 1 for a platform that answers "registered" to everything.',
    ),
    medianLatencyMs: z.number().nullable(),
    failingSince: timestamp.nullable().describe('Since when no control has passed. After a week, the platform is disabled.'),
    lookups: z
      .object({ answered: z.int(), registeredShare: share })
      .nullable()
      .describe('Answers to the lookups of all accounts in the last days. Only hours with many answers count.'),
    alert: z
      .object({ at: timestamp, now: z.number(), before: z.number() })
      .nullable()
      .describe('The last abrupt change in how often lookups got "registered": its time, and the share before and after.'),
    absenceUnrecognisedSince: timestamp
      .nullable()
      .describe('Since when the page for absent accounts no longer matches the rule, which can then only confirm accounts.'),
    recent: z
      .array(
        z
          .object({ at: timestamp, state: z.enum(['passed', 'failed', 'blocked']), latencyMs: z.number().nullable(), shadow: z.boolean() })
          .meta({ id: 'RuleControl' }),
      )
      .describe('The controls, newest first. `shadow` is always false.'),
  })
  .meta({ id: 'RuleHistory' });

export const platformHealth = platformStatus
  .extend({
    history: z.array(platformHistory),
    shadow: z
      .array(
        z
          .object({
            queryType,
            passed: z.int(),
            needed: z.int(),
            previousAnswers: z.boolean(),
          })
          .meta({ id: 'ShadowRule' }),
      )
      .describe('Always empty. Kept for compatibility.'),
    disputes: z.int().describe(`Results of existing lookups that accounts disputed in the last ${DISPUTED_DAYS} days.`),
    replaced: z.boolean().describe('Always false. Kept for compatibility.'),
    disabled: z
      .object({ since: timestamp, reason: z.string() })
      .nullable()
      .describe('When and why the platform was disabled, by the operator or after a week of failed controls; null if it is enabled.'),
  })
  .meta({ id: 'PlatformDetails' });

/** `GET /v2/platforms/{slug}`: one platform over time. */
export const getPlatformRoute = route({
  operationId: 'getPlatform',
  scopes: [],
  isUnaudited: true,
  method: 'get',
  path: '/v2/platforms/:slug',
  summary: 'Read one platform with its health over time',
  description:
    'The entry of the platform in the list, whether it is disabled, and the results of its latest controls through each egress. A ' +
    'control is a probe with a known answer; an egress is a network path out of the service.',
  rateClass: 'readsV2',
  params: z.object({ slug: idText.describe('Slug of a platform of the catalogue.') }),
  response: platformHealth,
  errors: ['not_found'],
  async handle(ctx: PlatformHealthContext, { params }) {
    const { overview, history, disputes, disabled } = await readPlatformHealth(ctx, params.slug);
    return {
      ...showPlatform(overview),
      history: history.map(showHistory),
      shadow: [],
      disputes,
      replaced: false,
      disabled: disabled && { since: disabled.since.toISOString(), reason: disabled.reason },
    };
  },
});

function showHistory({ queryType: type, egress, controls, failingSince, lookups, alert }: HealthRecord): z.input<typeof platformHistory> {
  return {
    queryType: type,
    egressPool: egress,
    ...healthFigures(controls),
    failingSince: failingSince?.toISOString() ?? null,
    lookups: lookups && {
      answered: lookups.answered,
      registeredShare: lookups.answered === 0 ? null : lookups.registered / lookups.answered,
    },
    alert,
    absenceUnrecognisedSince: absenceUnrecognisedSince(controls),
    recent: controls.map(({ at, state, latencyMs }) => ({ at, state, latencyMs, shadow: false })),
  };
}
