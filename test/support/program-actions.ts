import type { Command } from 'commander';

/** Every command of a program that does something, by its full name. */
export function actionsOf(command: Command, above: readonly string[] = []): [string, Command][] {
  const below = command.commands.flatMap((each) => actionsOf(each, [...above, each.name()]));
  // commander keeps the action to itself.
  return (command as unknown as { _actionHandler: unknown })._actionHandler ? [[above.join(' '), command], ...below] : below;
}
