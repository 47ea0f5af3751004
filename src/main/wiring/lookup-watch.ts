import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';

/** Executions that are remembered, so that each counts once in this process however many of its steps find no row. */
const MAX_REMEMBERED = 10_000;

/** Shows operators where rows and executions do not agree: lookups that are started again and again, executions without a row. */
export function openLookupWatch(registry: Registry, log: Pick<Logger, 'warn'>) {
  const suspicious = new Counter({
    name: 'footprint_repeated_starts_total',
    help: 'Starts of lookups that had been started four times before, or more, and were not finished',
    registers: [registry],
  });
  const withoutRow = new Counter({
    name: 'footprint_executions_without_row_total',
    help: 'Executions that ended because their lookup, or mail, is not in the database',
    registers: [registry],
  });
  const ended = new Set<string>();
  return {
    onSuspicion(lookupId: string, starts: number): void {
      suspicious.inc();
      log.warn({ lookupId, starts }, 'a lookup ends again and again without being finished');
    },
    onRowMissing(id: string): void {
      if (ended.has(id)) return;
      if (ended.size >= MAX_REMEMBERED) ended.clear();
      ended.add(id);
      withoutRow.inc();
    },
  };
}
