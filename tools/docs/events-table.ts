import { EVENTS, type EventDescription } from '../../src/features/webhooks/event.js';
import { EVENT_TYPES, type EventType } from '../../src/features/webhooks/event-types.js';
import { withMarkedPart } from './marked-part.js';
import { table } from './table.js';

const MARKS = ['<!-- Events, written by `npm run docs` from `src/features/webhooks/event.ts`. -->\n', '\n<!-- end -->'] as const;

function row(type: EventType): string[] {
  const { summary, data, shortData = {} }: EventDescription = EVENTS[type];
  const names = Object.keys(data).map((name) => `\`${name}\``);
  const notes = Object.entries(data).flatMap(([name, { description }]) =>
    description === undefined ? [] : [`\`${name}\`: ${description.replace(/[.]$/, '')}`],
  );
  const short = Object.keys(shortData).map((name) => `\`${name}\``);
  const ofSummary = short.length > 0 ? [`With the payload \`summary\`: ${short.join(', ')}.`] : [];
  return [`\`${type}\``, summary, [`${[names.join(', '), ...notes].join('. ')}.`, ...ofSummary].join(' ')];
}

/** docs/webhooks.md with its table of events, from the table that types them; the rest of the page is written by hand. */
export function webhooksPage(): string {
  return withMarkedPart('docs/webhooks.md', MARKS, () => table(['Type', 'Sent when', 'Data'], EVENT_TYPES.map(row)));
}
