/** Commands of docs/runbook.md as they stand there. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';

/** @returns the first block of commands after a heading, or of those that hold a text @throws when there is none */
export function runbookBlock(heading: string, holding = ''): string {
  const text = readFileSync(path.join(PROJECT_ROOT, 'docs/runbook.md'), 'utf8');
  const section = text.split(`\n${heading}\n`)[1]?.split(/\n#{2,3} /)[0] ?? '';
  const block = [...section.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, commands = '']) => commands)
    .find((commands) => commands.includes(holding));
  if (block === undefined) throw new Error(`docs/runbook.md has no commands below ${heading}`);
  return block;
}
