import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
const INTRO = `# Benchmarks

Whole processes side by side on one machine: API, worker, Temporal, Postgres and the platform simulator share its cores, so
the figures are ratios and orders, not promises. Each section names the command that makes it.
`;

/**
 * Replaces one section of docs/benchmarks.md and leaves the others.
 *
 * @param section its heading, the command that makes it, and the Markdown below
 */
export function record(section: { title: string; command: string; body: string }): void {
  const { title, command, body } = section;
  const text = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : INTRO;
  const machine = `${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  const block = `## ${title}\n\`${command}\` (${machine})\n\n${body}\n`;
  const parts = text.split(/^(?=## )/m).filter((part) => !part.startsWith(`## ${title}\n`));
  writeFileSync(REPORT, `${[...parts.map((part) => part.trimEnd()), block.trimEnd()].join('\n\n')}\n`);
}
