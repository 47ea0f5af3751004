/** The server of the Model Context Protocol: tools over standard input and output. Standard output belongs to the protocol alone. */
import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import type { components, FootprintClient, LookupProgress } from '../../../clients/typescript/index.js';
import { schemaFault } from '../../kernel/values/schema-faults.js';
import { ApiError } from '../api-client.js';
import { printNotice } from '../output.js';
import { clean, marked, NOTICE } from './facts.js';
import { TOOLS } from './tools.js';

/** Serves clients of the protocol, old ones too, until standard input ends. @param key decides which tools there are */
export function serve(client: FootprintClient, key: components['schemas']['OwnApiKey']): void {
  z.config({ customError: schemaFault }); // arguments are refused in our words
  const offered = Object.entries(TOOLS).filter(([, { access }]) => access.scopes.every((scope) => key.scopes.includes(scope)));
  const createServer = (): McpServer => {
    const server = new McpServer({ name: 'footprint', version: manifest.version }, { instructions: NOTICE });
    for (const [name, { title, description, input: inputSchema, output: outputSchema, access, run }] of offered) {
      server.registerTool(name, { title, description, inputSchema, outputSchema, annotations: access.annotations }, (input, { mcpReq }) =>
        answer(run(input, { client, signal: mcpReq.signal, onProgress: reporter(mcpReq) })),
      );
    }
    return server;
  };
  serveStdio(createServer, { legacy: 'serve', onerror: ({ message }) => printNotice(`mcp: ${clean(message)}`) });
}

async function answer(finding: Promise<object>): Promise<CallToolResult> {
  try {
    const structuredContent = { notice: NOTICE, ...(marked(await finding) as object) };
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    return { content: [{ type: 'text', text: clean(refusalText(error)) }], isError: true };
  }
}

/** Tells the caller how far a lookup is, if it asked for that. */
function reporter({ _meta, notify }: ServerContext['mcpReq']): (progress: LookupProgress) => void {
  const progressToken = _meta?.progressToken;
  let last = -1;
  return ({ planned: total, ended: progress }) => {
    if (progressToken === undefined || progress <= last) return;
    last = progress;
    const params = { progressToken, progress, total, message: `${progress} of ${total} checks` };
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : 'It failed.';
  const { message, status, details } = error;
  if (status !== 402 || !details || !('used' in details)) return message;
  const { used, limit, unit, renewsAt } = details;
  return `${message} ${used} of ${limit} ${unit} are used${renewsAt ? ` until ${renewsAt}` : ''}. Do not try again: tell the user.`;
}
