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

/** What the ids of executions begin with, by what they carry out. */
const PREFIXES: Readonly<Record<Execution['kind'], string>> = {
  lookup: lookupContract.id(''),
  check: checkContract.id(''),
  instant: instantContract.id(''),
  delivery: deliveryContract.id({ eventId: '', endpointId: '', run: 0 }).slice(0, -1),
  endpoint: endpointContract.id(''),
  email: emailContract.id(''),
  erasure: erasureContract.id(''),
};

/** All executions that run, and have a row: workflows, and activities without one. As Temporal lists them, which is some seconds late. */
export async function openExecutions({ client }: TemporalClient): Promise<Execution[]> {
  const found: Execution[] = [];
  const add = (id: string): void => {
    for (const [kind, prefix] of Object.entries(PREFIXES))
      if (id.startsWith(prefix)) found.push({ kind: kind as Execution['kind'], ref: id.slice(prefix.length) });
  };
  for await (const { workflowId } of client.workflow.list({ query: RUNNING })) add(workflowId);
  for await (const { activityId } of client.activity.list(RUNNING)) add(activityId);
  return found;
}
