import { defineSearchAttributeKey } from '@temporalio/common';
import type { ErasedExecution, Erasure, ErasureStarter, ExecutionRemover } from '../../features/privacy/erasure.js';
import { erasureContract, type ErasureInput, QUEUES, type Queues } from '../../../workflows/contracts.js';
import type { TemporalClient } from '../../kernel/temporal/connection.js';
import { EXECUTION_ID } from '../open-executions.js';
import { startOnce } from './start-once.js';

const START_DEADLINE_MS = 5_000;
const REMOVE_DEADLINE_MS = 10_000;
/** gRPC's code. */
const NOT_FOUND = 5;
const ACCOUNT = defineSearchAttributeKey('FootprintAccount', 'KEYWORD');

/** Starts erasures, and deletes executions of what was erased with their histories. */
export class TemporalErasureWorkflows implements ErasureStarter, ExecutionRemover {
  readonly #queues: Queues;

  constructor(private readonly options: { temporal: TemporalClient; queues?: Queues | undefined }) {
    this.#queues = options.queues ?? QUEUES;
  }

  async start({ id, accountId }: Pick<Erasure, 'id' | 'accountId'>): Promise<void> {
    const { client } = this.options.temporal;
    const input: ErasureInput = { erasureId: id };
    await startOnce(this.options.temporal, START_DEADLINE_MS, () =>
      client.workflow.start(erasureContract.type, {
        workflowId: erasureContract.id(id),
        taskQueue: this.#queues.lookups,
        args: [input],
        // One whose row is unfinished is carried out, however its workflow ended: the database may be from an older backup.
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
        ...(accountId === null ? {} : { typedSearchAttributes: [{ key: ACCOUNT, value: accountId }] }),
        staticSummary: accountId === null ? 'an identity is erased everywhere' : 'an identity is erased in an account',
      }),
    );
  }

  async remove(executions: readonly ErasedExecution[]): Promise<void> {
    await Promise.all(executions.map((execution) => this.#remove(execution)));
  }

  /** The server ends a running one first. */
  async #remove({ kind, ref }: ErasedExecution): Promise<void> {
    const { client, connection } = this.options.temporal;
    const { namespace } = client.options;
    const id = EXECUTION_ID[kind](ref);
    const request = () =>
      kind === 'check' || kind === 'instant'
        ? client.workflowService.deleteActivityExecution({ namespace, activityId: id })
        : client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId: id } });
    try {
      await connection.withDeadline(Date.now() + REMOVE_DEADLINE_MS, async () => void (await request()));
    } catch (error) {
      if ((error as { code?: unknown }).code !== NOT_FOUND) throw error;
    }
  }
}
