/** Exit codes of the command line: one table for all commands. They are stable; docs/cli.md. Loads nothing. */

interface ExitCode {
  readonly code: number;
  readonly name: string;
  readonly meaning: string;
  /** Statuses of refusals that end with it, of the API and of errors that commands throw. */
  readonly statuses: readonly number[];
}

export const WRONG_USE = 2;
const FAILED = 1;

export const EXIT_CODES: readonly ExitCode[] = [
  { code: 0, name: 'done', meaning: 'The command did what it was asked to do.', statuses: [] },
  { code: FAILED, name: 'failed', meaning: 'The command or a check failed, or a setting is wrong.', statuses: [] },
  {
    code: WRONG_USE,
    name: 'wrong use',
    meaning: 'An option, a value or a file is missing or wrong. Change the command.',
    statuses: [400, 405, 413, 415, 422],
  },
  { code: 3, name: 'not allowed', meaning: 'There is no valid API key, or the key may not do this.', statuses: [401, 403] },
  { code: 4, name: 'allowance used up', meaning: 'The quota or the balance does not cover the request.', statuses: [402] },
  { code: 5, name: 'try again later', meaning: 'Too many requests, or the service cannot be reached.', statuses: [429, 502, 503, 504] },
  { code: 6, name: 'not found', meaning: 'The item that you named does not exist.', statuses: [404, 410] },
  { code: 7, name: 'conflict', meaning: 'The state of the item that you named, or a limit, does not allow it.', statuses: [409] },
  { code: 130, name: 'interrupted', meaning: 'Ctrl-C ended the command (128 + 2).', statuses: [] },
  { code: 143, name: 'terminated', meaning: 'SIGTERM ended the command (128 + 15).', statuses: [] },
];

/** @param status that of a refusal; undefined: it has none */
export const exitCodeOf = (status: unknown): number =>
  EXIT_CODES.find(({ statuses }) => (statuses as readonly unknown[]).includes(status))?.code ?? FAILED;
