import type { CatalogueReport } from '../catalogue/check-catalogue.js';
import { QUERY_TYPES } from '../domain/identity/identity.js';
import { colours, renderTable } from './output.js';

/** The report of a check of the platform files, for the terminal. */
export function renderCatalogueReport(report: CatalogueReport): string {
  const rows: string[][] = [];
  const row = (title: string, value: (type: (typeof QUERY_TYPES)[number]) => number): void => {
    rows.push([title, ...QUERY_TYPES.map((type) => String(value(type)))]);
  };
  row('can be asked', (type) => report.byQueryType[type].platforms);
  row('can also deny', (type) => report.byQueryType[type].canDeny);
  for (const band of ['instant', 'default', 'deep'] as const) row(`${band} band`, (type) => report.bands[band][type]);
  const kinds = Object.entries(report.byKind)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
  const faults = [
    ...report.refused.map(
      ({ file, line, slug, reason }) =>
        `  ${colours.red('refused')} ${file}${line === undefined ? '' : `:${line}`}${slug && `  ${slug}`}: ${reason}`,
    ),
    ...report.sampleFaults.map(
      ({ file, slug, queryType, sample, reason }) =>
        `  ${colours.red('sample')} ${file ?? slug}  samples.${queryType}.${sample}: ${reason}`,
    ),
  ];
  return [
    `${colours.bold(`${report.platforms} platforms`)} (${kinds}); ${report.withoutPositiveControl} rules have no known account and can confirm only`,
    renderTable(['', ...QUERY_TYPES], rows),
    ...(faults.length > 0 ? faults : [colours.green('No file was refused, and every recorded answer is judged right.')]),
  ].join('\n');
}
