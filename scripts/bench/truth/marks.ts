import { table } from '../stats.js';
import type { Comparison, Outcome } from './side-by-side.js';

/** A threshold, with what was measured. */
export interface Mark {
  readonly what: string;
  readonly measured: string;
  readonly met: boolean;
}

/** A figure that must not be larger than its limit. */
export function atMost(what: string, value: number, limit: number, unit = ''): Mark {
  const shown = (figure: number): string => (Number.isInteger(figure) ? String(figure) : figure.toFixed(2));
  return { what: `${what}: at most ${shown(limit)}${unit}`, measured: `${shown(value)}${unit}`, met: value <= limit };
}

/** No wrong answer, every healthy platform answered. */
export function answerMarks({ scene, ours }: Comparison): Mark[] {
  return [
    {
      what: `${scene.name}: no wrong answer`,
      measured: `${ours.falseFound} + ${ours.falseNotFound}`,
      met: ours.falseFound + ours.falseNotFound === 0,
    },
    {
      what: `${scene.name}: every healthy platform answered`,
      measured: `${ours.healthyAnswered} of ${ours.healthy}`,
      met: ours.healthyAnswered === ours.healthy,
    },
  ];
}

/** The same, with less CPU than the leanest peer that keeps up. */
export function truthMarks(comparison: Comparison): Mark[] {
  const { scene, ours, peers } = comparison;
  return [
    ...answerMarks(comparison),
    atMost(`${scene.name}: worker CPU against maigret's`, ours.cpuSeconds, peerNamed(peers, 'maigret').cpuSeconds, ' s'),
  ];
}

export function peerNamed(peers: readonly Outcome[], name: string): Outcome {
  const found = peers.find(({ who }) => who.startsWith(name));
  if (!found) throw new Error(`${name} did not run`);
  return found;
}

export function marksTable(marks: readonly Mark[]): string {
  return table(
    ['mark', 'measured', 'met'],
    marks.map(({ what, measured, met }) => [what, measured, met ? 'yes' : '**no**']),
  );
}
