import { cancellationSignal } from '@temporalio/activity';
import { subjectsOf } from '../src/domain/checks.js';
import { plannedModules } from '../src/domain/enrichment-sources.js';
import type { LookupCounts, LookupReader, LookupWriter } from '../src/domain/lookup-ports.js';
import { missingLookup } from './failures.js';
import { inquire, type InquiryPorts } from './inquiries.js';

export interface CheckActivityPorts extends InquiryPorts {
  readonly reader: LookupReader;
  readonly writer: LookupWriter;
}

export function createCheckActivities(ports: CheckActivityPorts) {
  const { reader, writer, sources } = ports;
  return {
    /**
     * A single check in one activity, one reading and one transaction: somebody waits for it, and every further step is a turn
     * of the engine or of the database. Run again, it asks again, or finds that the lookup is finished.
     */
    async checkSubject({ lookupId }: { lookupId: string }): Promise<LookupCounts> {
      const lookup = (await reader.find(lookupId)) ?? missingLookup();
      if (lookup.state === 'finished') return writer.finish(lookupId);
      const modules = plannedModules(sources, lookup).filter((module) => module !== 'footprint');
      const ended = cancellationSignal();
      const facts = await Promise.all(
        modules.flatMap((module) =>
          subjectsOf(module, lookup.subjects).map((ref) => inquire(ports, { module, lookup, ref, budgetMs: sources.budgetMs[module], ended })),
        ),
      );
      return writer.finish(lookupId, { plan: { targets: [], modules }, facts });
    },
  };
}

export type CheckActivities = ReturnType<typeof createCheckActivities>;
