/** What a log says of a fault that is caught and tried again: its name alone, because messages may hold what was sent. */
export function faultName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
