import { stringify } from 'yaml';
import { type Alert, ALERTS } from './alerts.js';
import { withMarkedPart } from './marked-part.js';

const RUNBOOK = 'docs/runbook.md';
const MARKS = ['<!-- Alerts, written by `npm run docs` from `tools/docs/alerts.ts`. -->\n', '\n<!-- end of the alerts -->'] as const;

const inCell = (text: string): string => text.replaceAll('|', String.raw`\|`);

function row({ summary, expr, for: held, severity, lookAt }: Alert): string {
  const when = held === '0m' ? '' : ` for ${held}`;
  return `| ${summary} | ${severity} | \`${inCell(expr)}\`${when} | ${inCell(lookAt)} |`;
}

/** docs/runbook.md with its table of alerts; the rest is written by hand. */
export function runbookPage(): string {
  return withMarkedPart(RUNBOOK, MARKS, () =>
    ['| alert | severity | when (PromQL) | look at |', '|---|---|---|---|', ...ALERTS.map(row)].join('\n'),
  );
}

/** deploy/prometheus/rules.yml: the same alerts for Prometheus. */
export function prometheusRules(): string {
  const rules = ALERTS.map(({ name, expr, for: held, severity, summary, lookAt, section }) => ({
    alert: name,
    expr,
    for: held,
    labels: { severity },
    annotations: { summary, description: `Look at: ${lookAt}.`, runbook: `${RUNBOOK}#${section ?? 'metrics-and-alerts'}` },
  }));
  return `# Written by \`npm run docs\` from tools/docs/alerts.ts; docs/runbook.md has the same as a table.\n${stringify(
    { groups: [{ name: 'footprint', rules }] },
    { lineWidth: 0 },
  )}`;
}
