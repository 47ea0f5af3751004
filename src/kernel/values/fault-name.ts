/** What is logged of an error that is caught and retried: its name alone, because messages may hold what was sent. */
export function faultName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
