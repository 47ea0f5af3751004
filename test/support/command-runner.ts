import type { Command } from 'commander';
import { vi } from 'vitest';
import { acceptOutput, chooseOutput } from '../../src/cli/output-option.js';

/** Runs commands of the command line in this process, and keeps what the last one printed. */
export class CommandRunner {
  printed = '';

  /** @returns the JSON lines that it printed @throws what the command throws */
  async run(command: Command, ...args: readonly string[]): Promise<Record<string, unknown>[]> {
    await this.print(command, ...args);
    return this.printed
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** @returns what it printed, in whatever form @throws what the command throws */
  async print(command: Command, ...args: readonly string[]): Promise<string> {
    this.printed = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => (this.printed += String(text)).length > 0);
    // A wrong value would end the process, and with it every test of the file.
    for (const each of [acceptOutput(command), ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => undefined });
    await command.parseAsync(args, { from: 'user' }).finally(() => chooseOutput());
    return this.printed;
  }
}
