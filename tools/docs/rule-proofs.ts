/** The parts of docs/platforms.md about how it is known that rules read their platforms rightly. */
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { inDefaultBand, instantBand, NO_STATISTICS } from '../../src/engine/catalogue/rules/bands.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { RULE_SIDES, SAMPLE_PROOFS, type SampleOrigin } from '../../src/engine/catalogue/rules/probe-rule.js';
import { countProofs, PROOFS, type Proof, proofsOf } from '../../src/engine/catalogue/rules/rule-proof.js';
import { table } from './table.js';

export const PROOF_NAMES: Readonly<Record<Proof, string>> = {
  live_checked: 'checked live',
  recorded: 'recorded',
  source: 'its own source',
  tested: 'tested by others',
  documented: 'documented',
  sources_agree: 'several sources agree',
  one_source: 'one source',
  suspect: 'suspect',
};

/** Rows of counts by proof, with two columns for each query type: sides that answer "registered" and "not registered". */
export function proofs(platforms: readonly Platform[]): string {
  const counts = QUERY_TYPES.map((type) => countProofs(platforms, type));
  return table(
    ['proof', ...QUERY_TYPES.flatMap((type) => [`${type}: registered`, 'not registered'])],
    PROOFS.map((proof) => [PROOF_NAMES[proof], ...counts.flatMap((each) => RULE_SIDES.map((side) => String(each[side][proof])))]),
  );
}

const WEAK: readonly Proof[] = ['sources_agree', 'one_source', 'suspect'];

/** Every rule of the instant and default bands with the proof of each side by which it answers, and those that nothing confirms. */
export function bandProofs(platforms: readonly Platform[]): string {
  const inTime = instantBand(platforms, NO_STATISTICS);
  const rules = QUERY_TYPES.flatMap((type) =>
    platforms
      .filter((platform) => inTime.has(`${platform.slug}:${type}`) || inDefaultBand(platform, type, NO_STATISTICS))
      .map((platform) => ({ platform, type, sides: proofsOf(platform, type) })),
  );
  const given = rules.map(({ sides }) => RULE_SIDES.flatMap((side) => sides[side] ?? []));
  const confirmed = given.filter((proofs) => proofs.every((proof) => !WEAK.includes(proof))).length;
  const unconfirmed = rules.filter((_, index) => given[index]?.every((proof) => WEAK.includes(proof)));
  const rows = rules.map(({ platform, type, sides }) => [
    platform.slug,
    type,
    inTime.has(`${platform.slug}:${type}`) ? 'instant' : 'default',
    ...RULE_SIDES.map((side) => sideOf(sides[side], platform.sampleOrigins?.[type]?.[side])),
  ]);
  return `Of ${rules.length} rules, ${confirmed} are confirmed for every answer that they can give. For these, there are only other tools:
${unconfirmed.map(({ platform, type }) => `${platform.slug} (${type})`).join(', ')}.

${table(['slug', 'query type', 'band', 'registered', 'not registered'], rows)}`;
}

function sideOf(proof: Proof | null, origin: SampleOrigin | undefined): string {
  if (proof === null) return '—';
  const named = origin === undefined || origin === 'constructed' ? undefined : SAMPLE_PROOFS.map((each) => origin[each]).find(Boolean);
  return named === undefined || WEAK.includes(proof) ? PROOF_NAMES[proof] : `${PROOF_NAMES[proof]}: ${named}`;
}
