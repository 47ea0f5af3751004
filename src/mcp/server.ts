/** The server of the Model Context Protocol: its tools, whatever transport serves it. */
import { type CallToolResult, McpServer, type ServerContext, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { FootprintError, type FootprintClient, type LookupProgress } from '../../clients/typescript/index.js';
import { schemaFault } from '../kernel/values/schema-faults.js';
import { clean, lookupFacts, marked, NOTICE } from './facts.js';
import type { AgentKey } from './key-limit.js';
import { readLookup } from './lookups.js';
import { serveTasks, takesTasks, taskFacts, taskOf } from './tasks.js';
import { TOOLS } from './tools.js';

/** How long a call waits for a lookup, in milliseconds: clients give up after a minute. Of one that takes tasks, until it is one. */
const WAIT_MS = { answer: 45_000, task: 2_000 } as const;

/** A server of one client, old ones too. @param key decides which tools there are */
export function createServer(client: FootprintClient, key: AgentKey): McpServer {
  // The tools of a key stay the same: nobody need listen for others.
  const capabilities = { tools: { listChanged: false } };
  const server = new McpServer({ name: 'footprint', version: manifest.version }, { instructions: NOTICE, capabilities });
  const offered = Object.entries(TOOLS).filter(([, { access }]) => access.scopes.every((scope) => key.scopes.includes(scope)));
  for (const [name, { title, description, input, output: outputSchema, access, run }] of offered) {
    const tool = { title, description, inputSchema: inOurWords(input), outputSchema, annotations: access.annotations };
    server.registerTool(name, tool, (given, context) => {
      const [isTaken, { mcpReq }] = [takesTasks(context), context];
      const waitMs = isTaken ? WAIT_MS.task : WAIT_MS.answer;
      return answer(run(given, { client, signal: mcpReq.signal, onProgress: reporter(mcpReq), waitMs }), isTaken);
    });
  }
  serveTasks(server, async (lookupId) => told(lookupFacts(await readLookup(client, lookupId))));
  return server;
}

/** A schema whose refusals are worded as those of the API. */
function inOurWords(schema: z.ZodObject): StandardSchemaWithJSON<unknown, z.output<z.ZodObject>> {
  const validate = (value: unknown) => {
    const { data, error } = schema.safeParse(value, { error: schemaFault });
    return error ? { issues: error.issues } : { value: data };
  };
  return { '~standard': { ...schema['~standard'], validate } };
}

/** What a tool found, as structure and as text. */
function told(found: object) {
  const structuredContent = { notice: NOTICE, ...(marked(found) as object) };
  return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
}

async function answer(finding: Promise<object>, takesTask: boolean): Promise<CallToolResult> {
  try {
    const result = told(await finding);
    const { data: task } = taskFacts.safeParse(result.structuredContent);
    return takesTask && task?.status === 'processing' ? { ...result, ...taskOf(task), resultType: 'task' } : result;
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
  if (error instanceof TypeError) return 'The service cannot be reached now: try again later.';
  if (!(error instanceof FootprintError)) return error instanceof Error ? error.message : 'It failed.';
  const { code, status, details } = error;
  const message = `${error.message} (${code})`;
  if (status !== 402 || !details || !('used' in details)) return message;
  const { used, limit, unit, renewsAt } = details;
  return `${message} ${used} of ${limit} ${unit} are used${renewsAt ? ` until ${renewsAt}` : ''}. Do not try again: tell the user.`;
}
