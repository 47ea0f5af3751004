/** Pseudo-random numbers that are the same in every run with the same seed. */
import { fnv1a } from '../../src/kernel/values/fnv1a.js';

/** 32-bit FNV-1a hash of a text's UTF-16 code units, with a finalizer so that similar texts get distant values. */
export function hash32(text: string): number {
  return mix(fnv1a(text));
}

/** A number in [0, 1) that depends on the text alone. */
export function fraction(text: string): number {
  return hash32(text) / 4294967296;
}

/** A stream of numbers in [0, 1). Same seed, same stream. */
export function randomStream(seed: string): () => number {
  let state = hash32(seed);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 4294967296;
  };
}

/** One draw from the standard normal distribution (Box-Muller transform). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
