/** How it is known that a side of a rule reads its platform rightly. Pure. */
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Platform } from './platform.js';
import { type ProbeRule, type RuleSide, SAMPLE_PROOFS, type SampleOrigin } from './probe-rule.js';
import { mayDeny } from './rule-counts.js';

/**
 * `suspect`: another source contradicts the rule. `live_checked`: its control passed on the platform itself. `recorded`: a public answer of
 * the platform has this shape; `source`: its own source code; `tested`: a public test that asks the platform reads the same fields;
 * `documented`: a document of it. `sources_agree`: several sources read the same request in the same way,
 * which is less than it seems: they copy each other.
 */
export const PROOFS = ['live_checked', ...SAMPLE_PROOFS, 'sources_agree', 'one_source', 'suspect'] as const;
export type Proof = (typeof PROOFS)[number];

/** Seen on the platform or told by it: more than what tools say of each other. */
const OUTSIDE: ReadonlySet<Proof | null> = new Set([null, 'live_checked', ...SAMPLE_PROOFS]);

/** The proof of one side of a rule: doubt first, then the strongest. `suspect` says why the rule is doubted. */
export function proofOf(
  { provenance, suspect }: Pick<ProbeRule, 'provenance'> & { readonly suspect?: unknown },
  origin: SampleOrigin = 'constructed',
): Proof {
  if (suspect !== undefined) return 'suspect';
  if ((provenance?.liveChecked ?? null) !== null) return 'live_checked';
  const seen = origin === 'constructed' ? undefined : SAMPLE_PROOFS.find((proof) => origin[proof] !== undefined);
  if (seen !== undefined) return seen;
  return provenance?.agreeing === undefined ? 'one_source' : 'sources_agree';
}

/** The proofs of both sides of a platform's rule; null for a side by which it never answers. */
export function proofsOf(
  { probes, sampleOrigins }: Pick<Platform, 'probes' | 'sampleOrigins'>,
  type: QueryType,
): Readonly<Record<RuleSide, Proof | null>> {
  const rule = probes[type];
  const origins = sampleOrigins?.[type];
  return {
    registered: rule?.registered === undefined ? null : proofOf(rule, origins?.registered),
    absent: rule === undefined || !mayDeny(rule) ? null : proofOf(rule, origins?.absent),
  };
}

/** Whether each side by which a platform's rule answers was seen outside, or a control with a known account shows both on the platform. */
export function isProven(platform: Pick<Platform, 'probes' | 'sampleOrigins'>, type: QueryType): boolean {
  const known = platform.probes[type]?.positiveControls ?? [];
  return known.length > 0 || Object.values(proofsOf(platform, type)).every((proof) => OUTSIDE.has(proof));
}

export type ProofCounts = Readonly<Record<RuleSide, Readonly<Record<Proof, number>>>>;

/** Numbers of rules for one query type by side and proof. */
export function countProofs(platforms: readonly Pick<Platform, 'probes' | 'sampleOrigins'>[], type: QueryType): ProofCounts {
  const proofs = platforms.map((platform) => proofsOf(platform, type));
  const count = (side: RuleSide) =>
    Object.fromEntries(PROOFS.map((proof) => [proof, proofs.filter((each) => each[side] === proof).length])) as Record<Proof, number>;
  return { registered: count('registered'), absent: count('absent') };
}
