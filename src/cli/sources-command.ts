import { Command } from 'commander';
import { bodyOf } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { printFields } from './output.js';

/** `footprint sources`: where facts come from. */
export function sourcesCommand(): Command {
  return withConnection(new Command('sources').description('list the sources of the modules, with their state')).action(
    async (flags: ConnectionFlags) => {
      const list = await bodyOf(connect(flags).GET('/v2/sources'));
      printFields(list.sources, ['name', 'module', 'configured', 'dataDate', 'licence'], list);
    },
  );
}
