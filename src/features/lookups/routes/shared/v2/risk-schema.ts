/** The risk of a lookup: a part of the v2 body. */
import { z } from 'zod';
import { COMPARED_PAIRS, type ComparedPair, OUTCOMES, RANKED_CODES } from '../../../../../facts/risk/comparison-codes.js';
import { STARTING_POINT } from '../../../../../facts/risk/score-risk.js';
import { INSUFFICIENT, LEVEL_CONFIDENCE, LEVELS, SIGNAL_CODES, SIGNAL_ORIGINS } from '../../../../../facts/risk/signals.js';

const reason = z
  .object({
    code: z.enum([STARTING_POINT, ...SIGNAL_CODES]),
    module: z
      .enum(['model', ...SIGNAL_ORIGINS])
      .describe('Where the evidence comes from. `consistency`: from comparing the findings of several modules.'),
    direction: z.enum(['raises', 'lowers']),
    impact: z.int().describe('Points that the reason adds to the score. 0 if a stronger reason of the same kind counts instead.'),
    message: z.string(),
  })
  .meta({ id: 'RiskReason' });

/** Shaped in src/facts/risk/score-risk.ts. */
export const risk = z
  .object({
    score: z.int().min(0).max(100).nullable().describe('Null if no check was answered.'),
    level: z.enum([INSUFFICIENT, ...LEVELS]).describe(`\`${INSUFFICIENT}\` while the confidence is below ${LEVEL_CONFIDENCE}.`),
    confidence: z
      .int()
      .min(0)
      .max(100)
      .describe('How much of the evidence that the model can use was available. It does not depend on the score.'),
    reasons: z.array(reason).describe('The impacts of the reasons add up to the score; empty if there is no score.'),
    coverage: z
      .object({ planned: z.int(), answered: z.int(), omitted: z.int() })
      .describe('Numbers of checks, each of one platform for one identity: planned, confidently answered, omitted.'),
    modelVersion: z
      .string()
      .describe("Scores of different versions cannot be compared. After a `+`, a digest of the account's own weights (docs/risk.md)."),
  })
  .meta({ id: 'Risk', description: 'A sum of reasons. Missing answers lower the confidence, but do not change the score.' });

/** Shaped in src/facts/risk/consistency.ts. */
export const comparison = z
  .object({
    pair: z.enum(Object.keys(COMPARED_PAIRS) as [ComparedPair, ...ComparedPair[]]).describe('What is compared.'),
    outcome: z
      .enum(OUTCOMES)
      .describe(
        '`disagrees`: there is no ordinary explanation for the difference. With one, the outcome is `unknown`, which never changes ' +
          'the score; `code` says why.',
      ),
    code: z.enum(RANKED_CODES.map(({ code }) => code)),
    message: z.string().describe('The code as a sentence.'),
  })
  .meta({ id: 'Comparison', description: 'Whether two findings of the lookup fit each other (docs/risk.md).' });
