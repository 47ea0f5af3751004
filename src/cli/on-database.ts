import type { Command } from 'commander';
import { ON_DATABASE } from '../kernel/values/commands-on-database.js';

/** Says in the help of each of these commands that it works on the database, and why. Of a command that is not loaded nothing. */
export function explainDatabase(program: Command): void {
  for (const [reason, names] of Object.entries(ON_DATABASE))
    for (const name of names) commandOf(program, name.split(' '))?.addHelpText('after', `\nWorks on the database, because ${reason}.`);
}

const commandOf = (program: Command, words: readonly string[]): Command | undefined =>
  words.reduce<Command | undefined>((above, word) => above?.commands.find((each) => each.name() === word), program);
