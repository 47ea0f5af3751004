import type { Execution } from '../features/operators/reports.js';
import {
  checkContract,
  deliveryContract,
  endpointContract,
  erasureContract,
  instantContract,
  lookupContract,
  emailContract,
} from '../../workflows/contracts.js';
import type { TemporalClient } from '../kernel/temporal/connection.js';

const RUNNING = 'ExecutionStatus = "Running"';

/** @param ref `event/endpoint/run` */
function deliveryIdOf(ref: string): string {
  const [eventId = '', endpointId = '', run = '0'] = ref.split('/');
  return deliveryContract.id({ eventId, endpointId, run: Number(run) });
}

/** Ids of executions, by what they carry out. */
export const EXECUTION_ID: Readonly<Record<Execution['kind'], (ref: string) => string>> = {
  lookup: lookupContract.id,
  check: checkContract.id,
  instant: instantContract.id,
  delivery: deliveryIdOf,
  endpoint: endpointContract.id,
  email: emailContract.id,
  erasure: erasureContract.id,
};

/** What the ids of a kind begin with. */
const PREFIXES = Object.entries(EXECUTION_ID).map(([kind, idOf]) => [kind as Execution['kind'], idOf('').replace(/\/.*/, '/')] as const);

/** All executions that run, and have a row: workflows, and activities without one. As Temporal lists them, which is some seconds late. */
export async function openExecutions({ client }: TemporalClient): Promise<Execution[]> {
  const found: Execution[] = [];
  const add = (id: string): void => {
    for (const [kind, prefix] of PREFIXES) if (id.startsWith(prefix)) found.push({ kind, ref: id.slice(prefix.length) });
  };
  for await (const { workflowId } of client.workflow.list({ query: RUNNING })) add(workflowId);
  for await (const { activityId } of client.activity.list(RUNNING)) add(activityId);
  return found;
}
