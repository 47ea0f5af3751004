import { table } from '../stats.js';
import type { Comparison, ToolResult } from './side-by-side.js';

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

/** No wrong answer, every healthy platform answered. */
export function answerThresholds({ fixture, ours }: Comparison): Threshold[] {
  return [
    {
      what: `${fixture.name}: no wrong answer`,
      measured: `${ours.falseFound} + ${ours.falseNotFound}`,
      met: ours.falseFound + ours.falseNotFound === 0,
    },
    {
      what: `${fixture.name}: every healthy platform answered`,
      measured: `${ours.healthyAnswered} of ${ours.healthy}`,
      met: ours.healthyAnswered === ours.healthy,
    },
  ];
}

/** The same, with less CPU than the leanest peer that keeps up. */
export function truthThresholds(comparison: Comparison): Threshold[] {
  const { fixture, ours, peers } = comparison;
  return [
    ...answerThresholds(comparison),
    atMost(`${fixture.name}: worker CPU against maigret's`, ours.cpuSeconds, peerNamed(peers, 'maigret').cpuSeconds, ' s'),
  ];
}

export function peerNamed(peers: readonly ToolResult[], name: string): ToolResult {
  const found = peers.find(({ who }) => who.startsWith(name));
  if (!found) throw new Error(`${name} did not run`);
  return found;
}

export function thresholdsTable(marks: readonly Threshold[]): string {
  return table(
    ['mark', 'measured', 'met'],
    marks.map(({ what, measured, met }) => [what, measured, met ? 'yes' : '**no**']),
  );
}
