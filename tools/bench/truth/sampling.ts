/** Pseudorandom samples that are the same in every run. */
import { normal, randomStream } from '../../simulator/deterministic.js';

/** Half of the sites answer within this time, a few take many times as long (lognormal, σ = 1), in milliseconds. */
const MEDIAN_MS = 200;

/**
 * How long each site takes to answer, in milliseconds. The longest takes exactly `longestMs`, so that times can be compared
 * with it; none takes longer.
 */
export function sampleLatencies(slugs: readonly string[], options: { seed: string; longestMs: number }): Map<string, number> {
  const random = randomStream(`${options.seed}|latency`);
  const drawn = slugs.map((slug): [string, number] => [slug, MEDIAN_MS * Math.exp(normal(random))]);
  const longest = Math.max(...drawn.map(([, value]) => value));
  return new Map(
    drawn.map(([slug, value]) => [slug, value === longest ? options.longestMs : Math.round(Math.min(value, options.longestMs))]),
  );
}

/** A share of the slugs, 0 to 1, in no particular order. */
export function sampleShare(slugs: readonly string[], options: { seed: string; share: number }): string[] {
  const random = randomStream(`${options.seed}|share`);
  const left = [...slugs];
  for (let i = left.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [left[i], left[j]] = [left[j] as string, left[i] as string];
  }
  return left.slice(0, Math.round(options.share * slugs.length));
}
