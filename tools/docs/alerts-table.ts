import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PROJECT_ROOT } from '../checks/tool.js';
import { withMarkedPart } from './marked-part.js';

const MARKS = ['<!-- Alerts, written by `npm run docs` from `deploy/prometheus/rules.yml`. -->\n', '\n<!-- end of the alerts -->'] as const;

interface Rule {
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

const inCell = (text: string): string => text.replaceAll('|', String.raw`\|`);

function row({ expr, for: held, labels: { severity }, annotations: { summary, description } }: Rule): string {
  const when = held === '0m' ? '' : ` for ${held}`;
  const lookAt = description.replace(/^Look at: (.*)\.$/, '$1');
  return `| ${summary} | ${severity} | \`${inCell(expr)}\`${when} | ${inCell(lookAt)} |`;
}

/** docs/runbook.md with its table of alerts, from the rules of Prometheus; the rest is written by hand. */
export function runbookPage(): string {
  const rules = parse(readFileSync(join(PROJECT_ROOT, 'deploy/prometheus/rules.yml'), 'utf8')) as { groups: { rules: Rule[] }[] };
  return withMarkedPart('docs/runbook.md', MARKS, () =>
    ['| alert | severity | when (PromQL) | look at |', '|---|---|---|---|', ...rules.groups.flatMap((group) => group.rules.map(row))].join(
      '\n',
    ),
  );
}
