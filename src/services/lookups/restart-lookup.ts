import type { LookupStarts } from '../../db/lookups/lookup-starts.js';
import type { LookupStarter, LookupTicket } from '../../domain/lookup/lookup-ports.js';
import { SUSPICIOUS_STARTS } from '../../domain/lookup/restarts.js';

export interface RestarterOptions {
  readonly starter: LookupStarter;
  readonly starts: Pick<LookupStarts, 'count'>;
  /** Called at the fifth start of a lookup, and at each later one. */
  readonly onSuspicion: (lookupId: string, starts: number) => void;
}

/**
 * Starts lookups for the reconciler. What was not under way is counted in the lookup's row, which delays the next start: an execution that
 * ends without finishing its lookup would otherwise probe all its platforms again in every round.
 */
export class LookupRestarter implements LookupStarter {
  constructor(private readonly options: RestarterOptions) {}

  async start(ticket: LookupTicket): Promise<boolean> {
    const { starter, starts, onSuspicion } = this.options;
    if (!(await starter.start(ticket))) return false;
    const count = await starts.count(ticket.id);
    if (count !== null && count >= SUSPICIOUS_STARTS) onSuspicion(ticket.id, count);
    return true;
  }
}
