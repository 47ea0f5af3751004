/** Counts of questions and answers, by any key; they travel between processes as JSON. */
import { table } from '../stats.js';
import type { EngineAnswer } from './engine.js';

export interface Counts {
  probed: number;
  right: number;
  omitted: number;
  /** "registered" about nobody. */
  wrongYes: number;
  /** "not registered" about somebody. */
  wrongNo: number;
}
export type Tallies = Record<string, Counts>;

export const noCounts = (): Counts => ({ probed: 0, right: 0, omitted: 0, wrongYes: 0, wrongNo: 0 });

export function countAnswer(tallies: Tallies, key: string, exists: boolean, { answer }: Pick<EngineAnswer, 'answer'>): void {
  const counts = tallies[key] ?? noCounts();
  tallies[key] = counts;
  counts.probed += 1;
  if (answer === 'omitted') counts.omitted += 1;
  else if ((answer === 'registered') === exists) counts.right += 1;
  else if (exists) counts.wrongNo += 1;
  else counts.wrongYes += 1;
}

export function addTallies(all: readonly Tallies[]): Tallies {
  const sum: Tallies = {};
  for (const [key, counts] of all.flatMap((tallies) => Object.entries(tallies))) sum[key] = addUp([sum[key] ?? noCounts(), counts]);
  return sum;
}

export function addUp(all: readonly Counts[]): Counts {
  const sum = noCounts();
  for (const counts of all) for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
  return sum;
}

/** The counts of keys that a test chooses, added up. */
export const countsOf = (tallies: Tallies, isMeant: (key: string) => boolean): Counts =>
  addUp(Object.entries(tallies).flatMap(([key, counts]) => (isMeant(key) ? [counts] : [])));

export const wrongOf = ({ wrongYes, wrongNo }: Counts): number => wrongYes + wrongNo;

/** @param title of the column of keys */
export function tallyTable(title: string, tallies: Tallies): string {
  const rows = Object.entries(tallies)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, { probed, right, omitted, wrongYes, wrongNo }]) => [key, probed, right, omitted, wrongYes, wrongNo].map(String));
  return table([title, 'asked', 'right', 'omitted', 'wrong "registered"', 'wrong "not registered"'], rows);
}
