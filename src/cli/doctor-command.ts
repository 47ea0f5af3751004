import { Command } from 'commander';
import { findDisagreements } from '../features/operators/use-cases/state.js';
import { openExecutions } from '../temporal/open-executions.js';
import { printFields, printNotice } from './output.js';
import { recordOperator, withStores } from './with-stores.js';
import { withTemporal } from './with-temporal.js';

/** `footprint doctor`: where Postgres and Temporal disagree, as after a restore, and what will happen. Changes nothing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('compare Postgres with Temporal, for example after a restore: rows without an execution, executions without a row')
    .action(() =>
      withStores((stores) =>
        withTemporal(async (_, temporal) => {
          const found = await findDisagreements(stores.workRows, () => openExecutions(temporal));
          await recordOperator(stores, 'compareExecutions', { accountId: null });
          printFields(found, ['finding', 'kind', 'count', 'ids', 'next']);
          if (found.length === 0) printNotice('Postgres and Temporal agree about the running work.');
        }),
      ),
    );
}
