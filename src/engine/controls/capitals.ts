/**
 * Platforms that keep names as typed. Some refuse a second name that differs in capitals alone, and yet deny who is asked about in other
 * capitals (Manifold, Open Library, by their source): there a "no" is about a spelling, and the user asked about a person.
 */
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { fitsPattern, foldsCase } from '../catalogue/rules/rule-scope.js';
import type { Verdict } from '../evaluation/verdict.js';
import type { CapitalsCheck, Control } from './control.js';
import { BUILT_MS } from './lifetimes.js';

const swapped = (name: string): string =>
  [...name].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join('');

/** A known account as it is named, and in swapped capitals. @returns null where the rule sends no capitals, or tells people apart by them */
function otherCapitals(rule: ProbeRule): { readonly own: string; readonly other: string } | null {
  if (rule.capitalsDiffer !== undefined || foldsCase(rule)) return null;
  const pairs = (rule.positiveControls ?? []).map((own) => ({ own, other: swapped(own) }));
  return pairs.find(({ own, other }) => own !== other && fitsPattern(rule, other)) ?? null;
}

/** Whether a known account has to be asked in other capitals. */
export function needsCapitals(rule: ProbeRule, { outcome }: Control, now: Date): boolean {
  if (outcome.state !== 'passed' || !outcome.mayDeny || otherCapitals(rule) === null) return false;
  return outcome.capitals === undefined || now.getTime() - Date.parse(outcome.capitals.at) >= BUILT_MS;
}

/** Asks about a known account in other capitals, in its own, and in the others again. @returns null: that showed nothing */
export async function readCapitals(rule: ProbeRule, probe: (name: string) => Promise<Verdict>): Promise<CapitalsCheck['reads'] | null> {
  const names = otherCapitals(rule);
  if (names === null) return null;
  const first = await probe(names.other);
  const own = await probe(names.own);
  if (own.state !== 'registered' || first.state === 'inconclusive') return null;
  if (first.state === 'registered') return 'registered';
  return (await probe(names.other)).state === 'not_registered' ? 'absent' : null;
}

/** Whether a "no" about a name is about its spelling alone. */
export function deniesSpelling({ outcome }: Control, name: string): boolean {
  return outcome.capitals?.reads === 'absent' && swapped(name) !== name;
}
