/** `POST /mcp`: the Model Context Protocol over HTTP, without sessions. Its tools are requests to this API, by the key of the caller. */
import { z } from 'zod';
import { createFootprintClient } from '../../clients/typescript/index.js';
import { ownKeyOf } from '../features/accounts/routes/get-own-api-key.js';
import { route } from '../features/route.js';
import { ServiceError } from '../kernel/values/errors.js';
import { refusalOfKey } from '../mcp/key-limit.js';
import type { SendOwn } from './own-requests.js';

/**
 * Beside the table of operations, because a tool is one of them: that one counts, bills and records what it does.
 *
 * @param publicUrl whose pages alone may call it, besides programs, which name no origin: any name may lead a browser to this machine
 */
export const mcpRoute = (publicUrl: string, sendOwn: SendOwn) =>
  route({
    operationId: 'serveAgent',
    method: 'post',
    path: '/mcp',
    summary: 'Serve an agent',
    description: 'The Model Context Protocol over HTTP: docs/mcp.md.',
    scopes: [],
    audiences: ['key'],
    recent: false,
    isUnaudited: true,
    body: z.unknown(),
    response: z.unknown(),
    async handle(_ctx: object, { caller, headers, body: parsedBody, address, ending: signal }) {
      const { authorization = '', origin } = headers;
      if (origin !== undefined && origin !== new URL(publicUrl).origin) throw new ServiceError('cross_site_request');
      const key = ownKeyOf(caller);
      const refusal = refusalOfKey(key);
      if (refusal !== null) throw new ServiceError('insufficient_scope', refusal);
      const apiKey = authorization.replace(/^\S+\s+/, '');
      const client = createFootprintClient({ baseUrl: publicUrl, apiKey, fetch: (request) => sendOwn(request, address) });
      // Loaded by the first agent: other processes have no use for it.
      const [{ createMcpHandler }, { createServer }] = await Promise.all([
        import('@modelcontextprotocol/server'),
        import('../mcp/server.js'),
      ]);
      const handler = createMcpHandler(() => createServer(client, key));
      const named = Object.entries(headers).filter((each): each is [string, string] => each[1] !== undefined);
      return handler.fetch(new Request(new URL('/mcp', publicUrl), { method: 'POST', headers: named, signal }), { parsedBody });
    },
  });
