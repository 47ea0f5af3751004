/** Orders texts by code units, as `sort` does without an argument. Names of platforms and identities are ASCII, so also by bytes. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
