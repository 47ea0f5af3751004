/** Tasks of the protocol (SEP-2663): a lookup that takes long is one, by its own id, so that any process knows it and nothing is kept. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { FootprintError } from '../../clients/typescript/index.js';
import { idText } from '../kernel/http/request-fields.js';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
const NO_SUCH_TASK = new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.');
const DECLARED = { extensions: { [TASKS_EXTENSION]: {} } };

/** How long a lookup can be read at least, and how often its client is to ask, in milliseconds: those of test keys are kept for a day. */
const TTL_MS = 24 * 3_600_000;
const POLL_MS = 2_000;

/** Of what is told of a lookup, what makes it a task. */
export const taskFacts = z.object({
  lookupId: z.string(),
  status: z.enum(['processing', 'finished']),
  createdAt: z.string(),
  finishedAt: z.string().optional(),
});

/** The task that a lookup is. */
export function taskOf({ lookupId: taskId, status, createdAt, finishedAt: lastUpdatedAt = createdAt }: z.output<typeof taskFacts>) {
  return {
    taskId,
    status: status === 'finished' ? 'completed' : 'working',
    createdAt,
    lastUpdatedAt,
    ttlMs: TTL_MS,
    pollIntervalMs: POLL_MS,
  };
}

/** Whether the client of a request takes tasks. */
export function takesTasks({ mcpReq }: Pick<ServerContext, 'mcpReq'>): boolean {
  const envelope = mcpReq.envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[TASKS_EXTENSION] !== undefined;
}

/**
 * Serves the methods of tasks. None is waiting for input, and a lookup that was accepted goes on and stays billed: to cancel its task ends
 * nothing but the waiting.
 *
 * @param read the result of the lookup, as its tool tells it
 */
export function serveTasks<Result extends { structuredContent: unknown }>(
  { server }: McpServer,
  read: (lookupId: string) => Promise<Result>,
): void {
  server.registerCapabilities(DECLARED);
  const readTask = async (taskId: string, context: ServerContext) => {
    if (!takesTasks(context)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: DECLARED });
    if (!idText.safeParse(taskId).success) throw NO_SUCH_TASK;
    const result = await read(taskId).catch((error: unknown) => {
      if (error instanceof FootprintError && error.status === 404) throw NO_SUCH_TASK;
      const message = error instanceof FootprintError ? error.message : 'The task cannot be read now.';
      throw new ProtocolError(ProtocolErrorCode.InternalError, message);
    });
    const task = taskOf(taskFacts.parse(result.structuredContent));
    return task.status === 'completed' ? { ...task, result } : task;
  };
  const params = z.looseObject({ taskId: z.string() });
  server.setRequestHandler('tasks/get', { params }, ({ taskId }, context) => readTask(taskId, context));
  for (const method of ['tasks/cancel', 'tasks/update'])
    server.setRequestHandler(method, { params }, async ({ taskId }, context) => {
      await readTask(taskId, context);
      return {};
    });
}
