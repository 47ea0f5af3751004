/** What holds for every command of the program, whatever it is: derived from the program itself. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXIT_CODES, exitCodeOf } from '../../../src/kernel/values/exit-codes.js';
import { COMMANDS, createProgram } from '../../../src/main/program.js';
import { actionsOf } from '../../support/program-actions.js';
import { sourceFiles } from '../../../tools/checks/project-files.js';
import { PROJECT_ROOT } from '../../../tools/checks/tool.js';
import { ERRORS } from '../../../src/kernel/values/errors.js';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const program = () => createProgram('0.0.0', Object.keys(COMMANDS));

const ACTIONS = actionsOf(await program());
/** Commands whose results are no rows. */
const WITHOUT_CSV: Readonly<Record<string, string>> = {
  'webhook listen': 'events of many types, each with other fields',
  mcp: 'messages of a protocol',
};

describe('every command', () => {
  it('is found', () => {
    expect(ACTIONS.length).toBeGreaterThan(80);
    expect(ACTIONS.map(([name]) => name)).toEqual(
      expect.arrayContaining(['lookup', 'lookup disputes', 'batches list', 'operate platform off']),
    );
  });

  it.each(ACTIONS)('%s takes --output json, --json and, unless its results are no rows, --output csv', (name, command) => {
    const choices = command.options.find(({ long }) => long === '--output')?.argChoices;
    expect(choices).toContain('json');
    expect(choices?.includes('csv')).toBe(!(name in WITHOUT_CSV));
    expect(command.options.map(({ long }) => long)).toContain('--json');
  });

  it('prints through the one module that knows the format, but for files that are passed on', () => {
    const elsewhere = sourceFiles(PROJECT_ROOT).filter(
      (file) =>
        /^src\/cli\/(?!output\.ts)/.test(file) && /stdout\.write|console\./.test(readFileSync(path.join(PROJECT_ROOT, file), 'utf8')),
    );
    expect(elsewhere).toEqual([]);
  });
});

describe('the exit code', () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Runs the program. @returns the code that it ends with */
  async function codeOf(...args: readonly string[]): Promise<unknown> {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    return (await program()).parseAsync(args, { from: 'user' }).then(
      () => 'none',
      ({ message }: Error) => Number(message.replace('exit ', '')),
    );
  }

  it.each([
    ['an unknown value of --output', ['platforms', '--output', 'yaml']],
    ['an unknown option', ['lookup', 'ada-example', '--depe']],
    ['an unknown command', ['lokup']],
    ['a missing argument', ['report']],
    ['a missing option', ['account', 'create']],
    ['a value that is no number', ['history', '--limit', 'many']],
    ['a group without a command', ['account']],
    ['nothing at all', []],
    ['options that exclude each other', ['batch', 'people.csv', '--deep', '--instant']],
  ])('of %s is 2', async (_, args) => {
    expect(await codeOf(...args)).toBe(2);
  });

  it.each([[['--version']], [['--help']], [['help', 'exit-codes']], [['lookup', '--help']]])('of %j is 0', async (args) => {
    expect(await codeOf(...args)).toBe(0);
  });

  it('of every refusal of the service is that of its kind; 1 are only faults on our side', () => {
    const failed = Object.entries(ERRORS).flatMap(([code, { status }]) => (exitCodeOf(status) === 1 ? [code] : []));
    expect(failed).toEqual(['internal_error']);
  });

  it('is stable: the table may grow, what is in it stays', () => {
    expect(Object.fromEntries(EXIT_CODES.map(({ code, name }) => [code, name]))).toEqual({
      0: 'done',
      1: 'failed',
      2: 'wrong use',
      3: 'not allowed',
      4: 'allowance used up',
      5: 'try again later',
      6: 'not found',
      7: 'conflict',
      130: 'interrupted',
      143: 'terminated',
    });
    expect([401, 403, 402, 429, 503, 404, 409, 422, 400, undefined, 500].map(exitCodeOf)).toEqual([3, 3, 4, 5, 5, 6, 7, 2, 2, 1, 1]);
  });
});
