import { cancellationSignal } from '@temporalio/activity';
import { createBreachedPlatforms } from '../src/domain/breaches/breached-platforms.js';
import { subjectsOf } from '../src/domain/checks.js';
import { plannedModules } from '../src/domain/enrichment-sources.js';
import type { LookupCounts } from '../src/domain/lookup-ports.js';
import type { EnrichmentActivityPorts } from './enrichment.js';
import { missingLookup } from './failures.js';
import { inquire, type InquiryPorts } from './inquiries.js';

export function createCheckActivities({ reader, writer, sources, catalogue, now }: EnrichmentActivityPorts) {
  const inquiring: InquiryPorts = { sources, breachedPlatforms: createBreachedPlatforms(catalogue.platforms), now };
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
          subjectsOf(module, lookup.subjects).map((ref) => inquire(inquiring, { module, lookup, ref, budgetMs: sources.budgetMs[module], ended })),
        ),
      );
      return writer.finish(lookupId, { plan: { targets: [], modules }, facts });
    },
  };
}

export type CheckActivities = ReturnType<typeof createCheckActivities>;
