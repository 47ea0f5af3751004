import path from 'node:path';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';

/** Pinned: a newer one may find more, and then a run says so on the day we take it, not on any other. */
export const SCHEMATHESIS_VERSION = '4.32.5';

/**
 * Schemathesis in a virtual environment of its own, made at its first use and kept for every checkout of this user.
 *
 * @returns the environment's Python
 * @throws Error that says what to install, when Python or its packages cannot be had
 */
export async function schemathesisPython(): Promise<string> {
  const name = `schemathesis-${SCHEMATHESIS_VERSION}`;
  return path.join(await pythonEnvironment({ name, packages: [`schemathesis==${SCHEMATHESIS_VERSION}`] }), 'python');
}
