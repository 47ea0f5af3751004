/**
 * The exponential moving average after one more value.
 *
 * @param before null: there was no value yet
 * @param weight of the new value, 0 to 1
 */
export function movingAverage(before: number | null, value: number, weight: number): number {
  return before === null ? value : before + weight * (value - before);
}
