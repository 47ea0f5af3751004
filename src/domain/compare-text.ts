/** Orders texts by their code units, as `sort` does without an argument: names of platforms and identities are ASCII, so also by their bytes. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
