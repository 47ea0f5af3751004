import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES, EVENTS, type EventDescription, type EventType } from '../../src/domain/webhooks/event.js';
import { PROJECT_ROOT } from '../check/tool.js';
import { cell } from './errors-page.js';

const BLOCK = /(?<=<!-- Events, written by .* -->\n)[\s\S]*?(?=\n<!-- end -->)/;

function row(type: EventType): string {
  const { summary, data }: EventDescription = EVENTS[type];
  const names = Object.keys(data).map((name) => `\`${name}\``);
  const notes = Object.entries(data).flatMap(([name, { description }]) =>
    description === undefined ? [] : [`\`${name}\`: ${description}`],
  );
  return `| \`${type}\` | ${cell(summary)} | ${cell([names.join(', '), ...notes].join('. '))} |`;
}

/** docs/webhooks.md with its table of events, from the table that types them; the rest of the page is written by hand. */
export function webhooksPage(): string {
  const table = ['| Type | Sent when | Data |', '|---|---|---|', ...EVENT_TYPES.map(row)].join('\n');
  return readFileSync(join(PROJECT_ROOT, 'docs/webhooks.md'), 'utf8').replace(BLOCK, () => table);
}
