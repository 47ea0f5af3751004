import { z } from 'zod';
import { kindsOf, PLATFORM_KINDS } from '../../../../engine/catalogue/rules/kinds.js';
import { omissionRate } from '../../../../engine/catalogue/rules/platform-status.js';
import { isStrong, STRENGTHS } from '../../../../engine/catalogue/rules/platform.js';
import { DENIALS } from '../../../../engine/catalogue/rules/rule-counts.js';
import { PROOFS } from '../../../../engine/catalogue/rules/rule-proof.js';
import { HEALTH } from '../../../../engine/controls/health.js';
import { CALIBRATIONS } from '../../../../engine/evaluation/verdict.js';
import { QUERY_TYPES } from '../../../../kernel/identity/identity.js';
import type { PlatformOverview } from '../../use-cases/list-platforms.js';

export const timestamp = z.iso.datetime();

export const queryType = z.enum(QUERY_TYPES);

export const strength = z.enum(STRENGTHS);

export const proof = z
  .enum(PROOFS)
  .nullable()
  .describe(
    'How the rule is known to be right about this verdict. `live_checked`: a control passed on the platform itself. `recorded`, ' +
      '`source`, `tested`, `documented`: the rule matches the platform’s published answer, its source code, a public test that queries ' +
      'it, or a document. `sources_agree`: several tools or documents say so. `one_source`: only one does. `suspect`: another ' +
      'source contradicts the rule. Null if the rule never gives this verdict.',
  );

const platformFields = z.object({
  platform: z.string(),
  name: z.string(),
  homepage: z.string(),
  sameAccountAs: z.string().nullable().describe('The platform that is probed instead, because both slugs mean the same account.'),
  tags: z.array(z.string()),
  kinds: z
    .array(z.enum(PLATFORM_KINDS))
    .describe('From the tags: its kinds, which purposes allow or forbid. `unclassified`: the tags were not reviewed, or say too little.'),
  strength: strength.describe('How much its answers are trusted: the highest value of its query types.'),
  instant: z.array(queryType),
  health: z
    .array(
      z
        .object({
          queryType,
          strength,
          mayDeny: z.enum(DENIALS).describe('Whether "not registered" can count at all. Whether it counts now depends on `status`.'),
          calibratedBy: z
            .enum([...CALIBRATIONS, 'none'])
            .describe(
              'How the service currently knows that the platform does not deny every account: from accounts that its rule names, the ' +
                'operator’s own, or lookups by three or more customers within 15 minutes. `none`: "not ' +
                'registered" does not count.',
            ),
          calibratable: z
            .boolean()
            .describe('False without a possible negative control (an identity that cannot exist): no answer counts.'),
          liveChecked: z.iso.date().nullable().describe('Day of the last check against the platform itself.'),
          proof: z
            .object({ registered: proof, absent: proof })
            .meta({ id: 'RuleProofs' })
            .describe('How the rule (a request, and how its answer is read) is known to be right, for each verdict.'),
          sources: z.int().describe('How many public sources describe the same request with the same meaning.'),
          status: z.enum(HEALTH),
          reason: z.string().nullable(),
          lastControlAt: timestamp.nullable(),
          medianLatencyMs: z.number().nullable().describe('Median response time in recent lookups, in milliseconds.'),
          omissionRate: z.number().nullable().describe('Share of recent checks that the platform did not answer, 0 to 1.'),
        })
        .meta({ id: 'RuleStatus' }),
    )
    .describe(
      'One entry for each kind of identity that the platform is probed for. Empty if the platform is never probed: it is retired, on ' +
        'hold, probed under another name, or inferred only from breaches or addresses.',
    ),
  keys: z
    .array(
      z
        .object({
          queryType,
          names: z.array(z.string()).describe('Names in the setting PLATFORM_KEYS.'),
          required: z.boolean().describe('True if the platform is not probed for this kind of identity without these keys.'),
          configured: z.boolean(),
        })
        .meta({ id: 'PlatformKey' }),
    )
    .describe('Keys of official APIs that the service can use for the platform.'),
});

export const platformStatus = platformFields.meta({ id: 'PlatformOverview' });

export function showPlatform({ platform, instant, health }: PlatformOverview): z.input<typeof platformStatus> {
  return {
    platform: platform.slug,
    name: platform.name,
    homepage: platform.homepage,
    sameAccountAs: platform.sameAccountAs ?? null,
    tags: [...platform.tags],
    kinds: [...kindsOf(platform)],
    strength: isStrong(platform) ? 'strong' : 'standard',
    instant: [...instant],
    health: health.map(({ subject, status, reason, lastControlAt, stats, ...rule }) => ({
      queryType: subject,
      strength: rule.strength,
      mayDeny: rule.mayDeny,
      calibratedBy: rule.calibratedBy,
      calibratable: rule.calibratable,
      liveChecked: rule.liveChecked,
      proof: rule.proof,
      sources: rule.sources,
      status,
      reason,
      lastControlAt: lastControlAt?.toISOString() ?? null,
      medianLatencyMs: stats?.medianLatencyMs ?? null,
      omissionRate: omissionRate(stats),
    })),
    keys: (platform.keys ?? []).map(({ keys, ...use }) => ({ ...use, names: [...keys] })),
  };
}
