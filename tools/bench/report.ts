import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
const INTRO = `# Benchmarks

Whole processes side by side on one machine: API, worker, Temporal, Postgres and the platform simulator share its cores, so
the figures are ratios and orders, not promises. Each section names the command that makes it.
`;

/**
 * Replaces the figures of one section of docs/benchmarks.md and leaves the others, and the remarks after its last table, which are of
 * other runs. A new section comes last.
 *
 * @param section its heading, the command that makes it, and the Markdown below
 */
export function record(section: { title: string; command: string; body: string }): void {
  const { title, command, body } = section;
  const text = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : INTRO;
  const machine = `${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  const parts = text.split(/^(?=## )/m).map((part) => part.trimEnd());
  const index = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  const paragraphs = (parts[index] ?? '').split('\n\n');
  const remarks = paragraphs.slice(paragraphs.findLastIndex((paragraph) => paragraph.startsWith('|')) + 1).filter(Boolean);
  const block = [`## ${title}\n\`${command}\` (${machine})`, body.trimEnd(), ...remarks].join('\n\n');
  if (index < 0) parts.push(block);
  else parts[index] = block;
  writeFileSync(REPORT, `${parts.join('\n\n')}\n`);
}
