import { z } from 'zod';
import { FACT_MODULES, type SourceDescription } from '../../../facts/fact-modules.js';
import { route } from '../../route.js';

export const sourceDescription = z
  .object({
    name: z.string().describe('Name of the source, as in the findings of lookups.'),
    module: z.enum(FACT_MODULES).describe('The module that it provides facts for.'),
    configured: z.boolean().describe('Whether lookups use the source.'),
    settings: z.array(z.string()).describe('The settings that configure the source (docs/env.md); empty if it needs none.'),
    dataDate: z.string().nullable().describe('Date of its data, ISO 8601. Null if the source is queried live, or its data has no date.'),
    licence: z.string().describe('Licence or terms of its data.'),
    credit: z.string().nullable().describe('The attribution that the licence requires you to show; null if none is required.'),
  })
  .meta({ id: 'Source', description: 'A source of facts for a module.' });

export const sourceList = z.object({ total: z.int(), sources: z.array(sourceDescription) }).meta({ id: 'SourceList' });

export interface SourcesContext {
  /** All sources, configured or not, as they are at this moment. */
  readonly sources: () => readonly SourceDescription[];
}

/** `GET /v2/sources`: where facts come from, how old they are, and whom to credit. */
export const listSourcesRoute = route({
  operationId: 'listSources',
  scopes: [],
  isUnaudited: true,
  method: 'get',
  path: '/v2/sources',
  summary: 'List the sources of the modules',
  description:
    'Lists the sources of facts for the modules, which check mailboxes, phone lines, IP addresses, breaches and web mentions. For ' +
    'each source: whether it is configured, by which settings, the date of its data, and the attribution that its licence requires. ' +
    'The findings of lookups use the same names.',
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
  async handle(ctx: SourcesContext) {
    const sources = ctx.sources().map(({ settings, ...source }) => ({ ...source, settings: [...settings] }));
    return { total: sources.length, sources };
  },
});
