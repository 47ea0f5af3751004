import { Command, Option } from 'commander';
import type { paths } from '../../clients/typescript/index.js';
import { QUERY_TYPES, type QueryType } from '../kernel/identity/identity.js';
import { bodyOf } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { printNotice, printRecords } from './output.js';

type Platform = paths['/v2/platforms']['get']['responses'][200]['content']['application/json']['platforms'][number];

/** `footprint platforms`: the platforms of the service, and their health. */
export function platformsCommand(): Command {
  const command = new Command('platforms')
    .description('list the platforms with their health; --platforms accepts their slugs')
    .addOption(new Option('--type <type>', 'only platforms that can be probed for this kind of identity').choices(QUERY_TYPES));
  return withConnection(command).action(async ({ type, ...connection }: ConnectionFlags & { type?: QueryType }) => {
    const { total, platforms } = await bodyOf(connect(connection).GET('/v2/platforms'));
    const chosen = platforms.filter(({ health }) => type === undefined || health.some(({ queryType }) => queryType === type));
    printRecords(chosen, {
      slug: ({ platform }) => platform,
      name: ({ name }) => name,
      'queried about': ({ health }) => health.map(({ queryType }) => queryType).join(', '),
      instant: ({ instant }) => instant.join(', '),
      keys: ({ keys }) => [...new Set(keys.map(describeKeys))].join(', '),
      health: ({ health }) => [...new Set(health.map(({ status }) => status))].join(', '),
    });
    printNotice(`${chosen.length === total ? total : `${chosen.length} of ${total}`} platforms.`);
  });
}

function describeKeys({ names, required, configured }: Platform['keys'][number]): string {
  return `${names.join(' + ')} (${configured ? 'configured' : required ? 'required' : 'optional'})`;
}
