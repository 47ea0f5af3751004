/**
 * Ends a process that could not go on: one sentence for a fault of the settings, its message and stack for others.
 */
export function exitWith(error: unknown, isSetting: boolean): never {
  const fault = error instanceof Error ? error : new Error('an unknown failure');
  process.stderr.write(`${isSetting ? fault.message : inWords(fault)}\n`);
  process.exit(1);
}

/** What is told of a fault. Messages of the database hold what was sent to it, people's addresses too: its code is told. */
export function inWords(fault: Error): string {
  const cause = fault.cause instanceof Error ? fault.cause : fault;
  const ofDatabase = 'params' in fault || [fault, cause].some(({ name }) => name === 'PostgresError');
  if (!ofDatabase) return fault.stack ?? fault.message;
  const frames = (fault.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return [`The database refused or could not be asked (${code}).`, ...frames].join('\n');
}
