/** `npm run bench [section …]`: measures, prints, and writes docs/benchmarks.md. */
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchEngine } from './engine.js';
import { benchHistory } from './history.js';
import { benchInstant } from './instant.js';
import { benchStream } from './stream.js';
import { benchSweep } from './sweep.js';

const SECTIONS = {
  engine: { title: 'Engine', run: benchEngine },
  sweep: { title: 'Deep sweeps', run: benchSweep },
  instant: { title: 'Instant', run: benchInstant },
  stream: { title: 'Stream', run: benchStream },
  history: { title: 'History', run: benchHistory },
} as const;
type Section = keyof typeof SECTIONS;

const REPORT = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
const INTRO = `# Benchmarks

Whole processes side by side on one machine: API, worker, Temporal, Postgres and the platform simulator share its cores, so
the figures are ratios and orders, not promises. Each section names the command that makes it.
`;

/** Replaces one section of the report and leaves the others. */
function record(section: Section, body: string): void {
  const text = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : INTRO;
  const { title } = SECTIONS[section];
  const cores = `${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  const block = `## ${title}\n\`npm run bench ${section}\` (${cores})\n\n${body}\n`;
  const parts = text.split(/^(?=## )/m).filter((part) => !part.startsWith(`## ${title}\n`));
  writeFileSync(REPORT, `${[...parts.map((part) => part.trimEnd()), block.trimEnd()].join('\n\n')}\n`);
}

const wanted = process.argv.slice(2).filter((name): name is Section => name in SECTIONS);
for (const section of wanted.length > 0 ? wanted : (Object.keys(SECTIONS) as Section[])) {
  process.stdout.write(`\n${SECTIONS[section].title} …\n`);
  const body = await SECTIONS[section].run();
  process.stdout.write(`${body}\n`);
  record(section, body);
}
process.exit(0);
