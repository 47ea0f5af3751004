import { Command } from 'commander';
import { createFootprintClient } from '../../clients/typescript/index.js';
import { clean } from '../mcp/facts.js';
import { refusalOfKey } from '../mcp/key-limit.js';
import { ApiError, apiClient, bodyOf } from './api-client.js';
import { type ConnectionFlags, requireConnection, withConnection } from './connection-options.js';
import { acceptOutput } from './output-option.js';
import { printNotice } from './output.js';

/** `footprint mcp`: a server of the Model Context Protocol for an agent on this machine. Standard output belongs to the protocol alone. */
export function mcpCommand(): Command {
  const command = new Command('mcp').description(
    'serve agents over the Model Context Protocol (standard input and output); needs a key with a monthly limit; docs/mcp.md',
  );
  return acceptOutput(withConnection(command), ['json'], 'messages of the protocol').action(async (flags: ConnectionFlags) => {
    const { baseUrl, key: apiKey } = requireConnection(flags);
    const key = await bodyOf(apiClient({ baseUrl, key: apiKey }).GET('/v2/account/key'));
    const refusal = refusalOfKey(key);
    if (refusal !== null) throw new ApiError(refusal, 403);
    const [{ serveStdio }, { createServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../mcp/server.js'),
    ]);
    const client = createFootprintClient({ baseUrl, apiKey });
    serveStdio(() => createServer(client, key), { legacy: 'serve', onerror: ({ message }) => printNotice(`mcp: ${clean(message)}`) });
  });
}
