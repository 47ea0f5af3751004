import { Command } from 'commander';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { printRecord } from './output.js';

const at = (id: string): string => `/v2/lookup/${encodeURIComponent(id)}`;

/** `footprint lookups …`: what is stored of a lookup, through the API. Each prints JSON. */
export function lookupsCommand(): Command {
  const lookups = new Command('lookups').description('one lookup by its id: show it, what it rests on, or delete it');
  const command = (name: string, description: string, method: string, pathOf: (id: string) => string) =>
    withConnection(lookups.command(name).description(description).argument('<lookup>')).action(async (id: string, flags: ConnectionFlags) =>
      printRecord((await connect(flags).call(method, pathOf(id))) as object),
    );
  command('show', 'what is known of it so far', 'GET', at);
  command('evidence', 'what each verdict rests on', 'GET', (id) => `${at(id)}/evidence`);
  command('omissions', 'what it omitted, and why; the first hundred', 'GET', (id) => `${at(id)}/omissions?limit=100`);
  command('delete', 'delete it with all that belongs to it, but its bill', 'DELETE', at);
  return lookups;
}

/** `footprint sources`: where facts come from. */
export function sourcesCommand(): Command {
  return withConnection(new Command('sources').description('list the sources of the modules, with their state')).action(
    async (flags: ConnectionFlags) => printRecord((await connect(flags).call('GET', '/v2/sources')) as object),
  );
}
