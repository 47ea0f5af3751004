/**
 * Ends a process that could not go on: one sentence for a fault of the settings, name, code and stack for others.
 */
export function exitWith(error: unknown, isSetting: boolean): never {
  const fault = error instanceof Error ? error : new Error('an unknown failure');
  process.stderr.write(isSetting ? `${fault.message}\n` : `${fault.stack ?? fault.message}\n`);
  process.exit(1);
}
