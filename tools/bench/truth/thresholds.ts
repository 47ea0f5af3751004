import { table } from '../stats.js';

/** A threshold, with what was measured. */
export interface Threshold {
  readonly what: string;
  readonly measured: string;
  readonly met: boolean;
}

/** A figure that must not be larger than its limit. */
export function atMost(what: string, value: number, limit: number, unit = ''): Threshold {
  const shown = (figure: number): string => (Number.isInteger(figure) ? String(figure) : figure.toFixed(2));
  return { what: `${what}: at most ${shown(limit)}${unit}`, measured: `${shown(value)}${unit}`, met: value <= limit };
}

export function thresholdsTable(marks: readonly Threshold[]): string {
  return table(
    ['mark', 'measured', 'met'],
    marks.map(({ what, measured, met }) => [what, measured, met ? 'yes' : '**no**']),
  );
}
