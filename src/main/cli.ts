/** The command line: `npx footprint …`. */
import './read-env-file.js';
import manifest from '../../package.json' with { type: 'json' };
import { exitCodeOf } from '../kernel/values/exit-codes.js';
import { createProgram } from './program.js';

/** Errors whose message is written for the user of the command. By name, so that no module is loaded for the comparison. */
const USER_ERRORS = new Set(['ConfigError', 'ServiceError', 'ApiError', 'UnreleasedDatabase']);

const program = await createProgram(manifest.version, process.argv.slice(2));
// `footprint platforms | head`: the reader has closed the pipe, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

await program.parseAsync().catch(async (error: unknown) => {
  const { exitWith } = await import('../wiring/lifecycle.js');
  const isForUser = error instanceof Error && USER_ERRORS.has(error.name);
  exitWith(error, isForUser, isForUser ? exitCodeOf((error as { status?: unknown }).status) : 1);
});
