/** `npm run bench [section …]`: measures and prints; what a figure decides is written into docs/measurements.md by hand. */
import { benchBatches } from './batches.js';
import { benchChaos } from './chaos.js';
import { benchInstant } from './instant.js';
import { benchOverload } from './overload.js';
import { benchPace } from './pace.js';
import { benchPeers } from './peers.js';
import { benchStream } from './stream.js';
import { benchSweep } from './sweep.js';
import { benchTruth } from './truth/matrix.js';
import { benchWebhooks } from './webhooks.js';
import { benchWords } from './words.js';

/** Each prints its table as Markdown. */
const SECTIONS: Readonly<Record<string, () => Promise<string>>> = {
  sweep: benchSweep,
  instant: benchInstant,
  pace: benchPace,
  batches: benchBatches,
  webhooks: benchWebhooks,
  stream: benchStream,
  overload: benchOverload,
  chaos: benchChaos,
  truth: benchTruth,
  words: benchWords,
  peers: benchPeers,
};
/** Runs only where it is named: it needs programs that are not the project's. */
const NAMED_ONLY = 'peers';

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in SECTIONS));
if (unknown.length > 0) throw new Error(`no such section: ${unknown.join(', ')}; there are ${Object.keys(SECTIONS).join(', ')}`);
for (const [name, run] of Object.entries(SECTIONS)) {
  if (named.length > 0 ? !named.includes(name) : name === NAMED_ONLY) continue;
  process.stdout.write(`\n## ${name}\n\n${await run()}\n`);
}
process.exit();
