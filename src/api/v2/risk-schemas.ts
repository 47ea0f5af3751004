import { z } from 'zod';
import { FACT_MODULES } from '../../domain/lookup/enrichment.js';
import { STARTING_POINT } from '../../domain/risk/score-risk.js';
import { INSUFFICIENT, LEVEL_CONFIDENCE, LEVELS, SIGNAL_CODES } from '../../domain/risk/signals.js';

const reason = z
  .object({
    code: z.enum([STARTING_POINT, ...SIGNAL_CODES]),
    module: z.enum(['model', 'footprint', ...FACT_MODULES]).describe('Where the evidence comes from.'),
    direction: z.enum(['raises', 'lowers']),
    impact: z.int().describe('Points of the score that it accounts for; 0 when a stronger reason of its kind speaks for it.'),
    message: z.string(),
  })
  .meta({ id: 'RiskReason' });

/** Shaped in src/domain/risk/score-risk.ts. */
export const risk = z
  .object({
    score: z.int().min(0).max(100).nullable().describe('Null when nothing at all was answered.'),
    level: z.enum([INSUFFICIENT, ...LEVELS]).describe(`\`${INSUFFICIENT}\` while the confidence is below ${LEVEL_CONFIDENCE}.`),
    confidence: z.int().min(0).max(100).describe('How much of what the model can look at was there. It says nothing of the score.'),
    reasons: z.array(reason).describe('Their impacts add up to the score; none without one.'),
    coverage: z
      .object({ planned: z.int(), answered: z.int(), omitted: z.int() })
      .describe('Questions, a platform and an identity each: planned, confidently answered, omitted.'),
    modelVersion: z.string().describe('Scores of two versions are not to be compared.'),
  })
  .meta({ id: 'Risk', description: 'A sum of reasons. What is not known moves the confidence, never the score.' });
