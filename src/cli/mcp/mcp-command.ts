import { Command } from 'commander';
import type { components } from '../../../clients/typescript/index.js';
import { ApiError, bodyOf } from '../api-client.js';
import { connect, type ConnectionFlags, withConnection } from '../connection-options.js';
import { acceptOutput } from '../output-option.js';

/** `footprint mcp`: a server of the Model Context Protocol for an agent on this machine. */
export function mcpCommand(): Command {
  const command = new Command('mcp').description(
    'serve agents over the Model Context Protocol (standard input and output), with a key that has a limit of its own; docs/mcp.md',
  );
  return acceptOutput(withConnection(command), ['json'], 'messages of the protocol').action(async (flags: ConnectionFlags) => {
    const client = connect(flags);
    const key = await bodyOf(client.GET('/v2/account/key'));
    requireLimit(key);
    const { serve } = await import('./server.js');
    serve(client, key);
  });
}

/**
 * Whoever writes the texts that an agent reads may have it look people up: the limit of its key says how often that can be.
 *
 * @throws ApiError when the key may look people up, as often as its account may
 */
function requireLimit({ scopes, monthlyLookups, test }: components['schemas']['OwnApiKey']): void {
  if (test || monthlyLookups !== null || !scopes.includes('lookups:create')) return;
  const message =
    'This API key has no limit of its own: an agent could use up the whole allowance of the account. Make one for it, with its limit for a ' +
    'calendar month: `footprint key create --account ID --monthly-lookups 100`, or on the page "API keys".';
  throw new ApiError(message, 403);
}
