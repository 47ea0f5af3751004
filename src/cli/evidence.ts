import type { EvidenceRow } from './api-client.js';
import { colours, renderTable } from './output.js';

const PAINT = { registered: colours.green, not_registered: colours.dim, omitted: colours.yellow } as const;
const ORDER = ['registered', 'not_registered', 'omitted'];

/** The evidence of every verdict, and the reason of every omission, as a table for the terminal. */
export function renderEvidence(checks: readonly EvidenceRow[]): string {
  const sorted = [...checks].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (a.platform < b.platform ? -1 : 1));
  const rows = sorted.map(({ platform, state, reason, evidence }) => {
    const answer = PAINT[state](reason ? `omitted: ${reason.replaceAll('_', ' ')}` : state.replaceAll('_', ' '));
    return [
      platform,
      answer,
      String(evidence?.status ?? ''),
      evidence?.explanation ?? '',
      String(Math.round(evidence?.latencyMs ?? 0) || ''),
    ];
  });
  return renderTable(['platform', 'answer', 'status', 'rests on', 'ms'], rows, { widths: [30, 26, 8, 62, 8] });
}
