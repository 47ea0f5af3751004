import type { LookupBodyV2 } from '../domain/v2/lookup-body.js';
import { colours, renderTable } from './output.js';

const PAINT = { insufficient: colours.dim, low: colours.green, medium: colours.yellow, high: colours.red, critical: colours.red } as const;

/** A lookup's risk for the terminal: the score, and the reasons that add up to it. */
export function renderRisk({ risk }: Pick<LookupBodyV2, 'risk'>): string {
  const { score, level, confidence, reasons, coverage } = risk;
  const covered = `${coverage.answered} of ${coverage.planned} questions answered`;
  if (score === null) return colours.dim(`  Nothing is known that a risk could be scored from: ${covered}.`);
  const title = level === 'insufficient' ? `${score}, too little known for a level` : `${score} ${level}`;
  const rows = reasons.map(({ impact, module, message }) => [impact > 0 ? `+${impact}` : String(impact), colours.dim(module), message]);
  return [
    `  ${colours.bold('Risk')} ${PAINT[level](colours.bold(title))}  ${colours.dim(`confidence ${confidence}, ${covered}`)}`,
    renderTable([], rows, { align: ['right', 'left', 'left'] }),
    '',
  ].join('\n');
}
