import type { WorkRows } from '../../db/operators/work-rows.js';
import { disagreements, without, type Disagreement, type Execution } from '../../domain/operators/disagreements.js';

export interface DoctorContext {
  readonly workRows: WorkRows;
  readonly executions: { open(): Promise<readonly Execution[]> };
}

/**
 * Compares rows of unfinished work with executions. Rows are read before and after them, so that what begins or ends meanwhile is not
 * reported. Lookups of batches that wait for a worker, and deliveries, have no execution at times, which is as it should be.
 */
export async function findDisagreements({ workRows, executions }: DoctorContext): Promise<readonly Disagreement[]> {
  const before = await workRows.underWay();
  const open = await executions.open();
  const after = await workRows.underWay();
  const throughout = without(before, without(before, after));
  const unknown = without(open, after);
  return [
    ...disagreements('rowWithoutExecution', without(throughout, open)),
    ...disagreements('executionWithoutRow', without(unknown, await workRows.existing(unknown))),
  ];
}
