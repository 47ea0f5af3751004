/** Counts what an import admitted and refused, as a report for people. Pure. */
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import { REFUSAL_GROUPS, type Refused, type RefusalGroup } from './source-entry.js';

/** The verdicts that a rule can give, and how many of its sides count only beside the control. */
export const RULE_KINDS = [
  'two-sided',
  'two-sided, one resting on the control',
  'two-sided, both resting on the control',
  'confirms only',
  'confirms only, resting on the control',
  'denies only',
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** The kind of one rule. */
export function ruleKindOf({ registered, absent }: Pick<ProbeRule, 'registered' | 'absent'>): RuleKind {
  const resting = [registered, absent].filter((side) => side?.weakEvidence === true || side?.redirectToRoot === true).length;
  if (registered === undefined) return 'denies only';
  if (absent === undefined) return resting === 0 ? 'confirms only' : 'confirms only, resting on the control';
  if (resting === 0) return 'two-sided';
  return resting === 1 ? 'two-sided, one resting on the control' : 'two-sided, both resting on the control';
}

export interface ImportCounts {
  readonly admitted: number;
  readonly refused: number;
  readonly byKind: Readonly<Partial<Record<RuleKind, number>>>;
  readonly byReason: Readonly<Partial<Record<RefusalGroup, number>>>;
}

/** Numbers of an import: rules by kind, refusals by the group of their reason; groups without any are left out. */
export function countImport({
  admitted,
  refused,
}: {
  readonly admitted: readonly PlatformFile[];
  readonly refused: readonly Refused[];
}): ImportCounts {
  const kinds = admitted.flatMap(({ probes }) => (probes.username === undefined ? [] : [ruleKindOf(probes.username)]));
  return {
    admitted: admitted.length,
    refused: refused.length,
    byKind: tally(RULE_KINDS, kinds),
    byReason: tally(
      REFUSAL_GROUPS,
      refused.map(({ group }) => group),
    ),
  };
}

function tally<T extends string>(order: readonly T[], items: readonly T[]): Partial<Record<T, number>> {
  const counts = order.map((each) => [each, items.filter((item) => item === each).length] as const).filter(([, count]) => count > 0);
  return Object.fromEntries(counts) as Partial<Record<T, number>>;
}

const EXAMPLES = 3;

/** The report in lines: counts by kind, then refusals by reason with examples. */
export function importReportLines(result: { readonly admitted: readonly PlatformFile[]; readonly refused: readonly Refused[] }): string[] {
  const counts = countImport(result);
  const lines = [`admitted ${counts.admitted}, refused ${counts.refused}`];
  for (const [kind, count] of Object.entries(counts.byKind)) lines.push(`  ${String(count).padStart(6)}  ${kind}`);
  if (counts.refused > 0) lines.push('refused because');
  for (const [group, count] of Object.entries(counts.byReason)) {
    lines.push(`  ${String(count).padStart(6)}  ${group}`);
    const examples = result.refused.filter((refusal) => refusal.group === group).slice(0, EXAMPLES);
    lines.push(...examples.map(({ name, reason }) => `            ${name}: ${reason}`));
  }
  return lines;
}
