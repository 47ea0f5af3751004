/**
 * Ends a process that cannot continue: prints one sentence for a fault of the settings, message and stack for others.
 */
export function exitWith(error: unknown, isSetting: boolean): never {
  const fault = error instanceof Error ? error : new Error('an unknown failure');
  process.stderr.write(`${isSetting ? fault.message : faultText(fault)}\n`);
  process.exit(1);
}

/** What is printed of a fault. Database messages quote what was sent, including people's addresses: only the code is printed. */
export function faultText(fault: Error): string {
  const cause = fault.cause instanceof Error ? fault.cause : fault;
  const ofDatabase = 'params' in fault || [fault, cause].some(({ name }) => name === 'PostgresError');
  if (!ofDatabase) return fault.stack ?? fault.message;
  const frames = (fault.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return [`The database refused or could not be asked (${code}).`, ...frames].join('\n');
}
