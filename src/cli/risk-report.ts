import Table from 'cli-table3';
import colours from 'picocolors';
import type { LookupBodyV2 } from '../domain/v2/lookup-body.js';

const PAINT = { insufficient: colours.dim, low: colours.green, medium: colours.yellow, high: colours.red, critical: colours.red } as const;
const BARE = {
  top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  left: '  ', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ',
};

/** A lookup's risk for the terminal: the score, and the reasons that it is the sum of. */
export function renderRisk({ risk }: Pick<LookupBodyV2, 'risk'>): string {
  const { score, level, confidence, reasons, coverage } = risk;
  const covered = `${coverage.answered} of ${coverage.planned} questions answered`;
  if (score === null) return colours.dim(`  Nothing is known that a risk could be scored from: ${covered}.`);
  const title = level === 'insufficient' ? `${score}, too little known for a level` : `${score} ${level}`;
  const table = new Table({ chars: BARE, style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 }, colAligns: ['right', 'left', 'left'] });
  for (const { impact, module, message } of reasons) table.push([impact > 0 ? `+${impact}` : String(impact), colours.dim(module), message]);
  return [
    `  ${colours.bold('Risk')} ${PAINT[level](colours.bold(title))}  ${colours.dim(`confidence ${confidence}, ${covered}`)}`,
    table.toString(),
    '',
  ].join('\n');
}
