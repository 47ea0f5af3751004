import { Command } from 'commander';

export function catalogueCommand(): Command {
  return new Command('catalogue').description('platform files');
}
