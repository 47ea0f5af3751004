import { z } from 'zod';
import { FACT_MODULES, type SourceDescription } from '../../domain/lookup/enrichment.js';
import { route, type Route } from '../http/route.js';

export const sourceDescription = z
  .object({
    name: z.string().describe("Name of the source; notes on a lookup's modules use the same."),
    module: z.enum(FACT_MODULES).describe('Module that it serves.'),
    configured: z.boolean().describe('Whether lookups ask it.'),
    settings: z.array(z.string()).describe('Settings that concern it; see docs/env.md. Empty: it needs none.'),
    dataDate: z.string().nullable().describe('Date of its data, ISO 8601; null: it is asked live, or its data bear no date.'),
    licence: z.string().describe('Licence or terms of its data.'),
    credit: z.string().nullable().describe('Credit that its licence asks for, to be shown with what it tells; null: none.'),
  })
  .meta({ id: 'Source', description: 'Where a module has its facts from.' });
export const sourceList = z.object({ total: z.int(), sources: z.array(sourceDescription) }).meta({ id: 'SourceList' });

export interface SourcesContext {
  /** All sources, configured or not, as they are at this moment. */
  readonly sources: () => readonly SourceDescription[];
}

/** `GET /v2/sources`: where facts come from, how old they are, and whom to credit. */
export function sourceRoutes(ctx: SourcesContext): Route[] {
  return [
    route({
      operationId: 'listSources',
      isUnaudited: true,
      method: 'get',
      path: '/v2/sources',
      summary: 'List the sources of the modules',
      description:
        'Where the modules have their facts from: which sources are configured, by which settings, how old their data are, and the ' +
        "credit that their licences ask for. The notes on a lookup's modules name sources as this list does.",
      responseExamples: {
        sources: {
          value: {
            total: 1,
            sources: [
              {
                name: 'example-database',
                module: 'ip',
                configured: true,
                settings: [],
                dataDate: '2026-10-01',
                licence: 'CC BY 4.0',
                credit: 'Example data',
              },
            ],
          },
        },
      },
      response: sourceList,
      async handle() {
        const sources = ctx.sources().map(({ settings, ...source }) => ({ ...source, settings: [...settings] }));
        return { total: sources.length, sources };
      },
    }),
  ];
}
