import Table from 'cli-table3';
import colours from 'picocolors';
import type { Check } from './api-client.js';

const PAINT = { registered: colours.green, not_registered: colours.dim, omitted: colours.yellow } as const;
const ORDER = ['registered', 'not_registered', 'omitted'];

/** What every verdict rests on, and why the omitted platforms were omitted, for the terminal. */
export function renderEvidence(checks: readonly Check[]): string {
  const table = new Table({
    head: ['platform', 'answer', 'status', 'rests on', 'ms'].map((title) => colours.bold(title)),
    style: { head: [], border: ['gray'] },
    colWidths: [30, 26, 8, 62, 8],
    wordWrap: true,
  });
  const sorted = [...checks].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (a.platform < b.platform ? -1 : 1));
  for (const { platform, state, doubt, evidence } of sorted) {
    const answer = PAINT[state](doubt ? `omitted: ${doubt.replaceAll('_', ' ')}` : state.replaceAll('_', ' '));
    table.push([platform, answer, String(evidence?.status ?? ''), evidence?.matched ?? '', String(Math.round(evidence?.latencyMs ?? 0) || '')]);
  }
  return table.toString();
}
