/** `npm run bench [section …]`: measures, prints, and writes docs/benchmarks.md. */
import { benchBatchResults } from './batch-results.js';
import { benchBatches } from './batches.js';
import { benchChaos } from './chaos.js';
import { benchChecks } from './checks.js';
import { benchConnections } from './connections.js';
import { benchDownloads } from './downloads.js';
import { benchDashboard } from './dashboard.js';
import { benchDeadline } from './deadline.js';
import { benchDeadReceiver } from './dead-receiver.js';
import { benchTemporal } from './engine.js';
import { benchHistory } from './history.js';
import { benchHostileCsv } from './hostile-csv.js';
import { benchInstant } from './instant.js';
import { benchNormalise } from './normalise.js';
import { benchPace } from './pace.js';
import { record } from './report.js';
import { benchGrowth } from './growth.js';
import { benchNotifications } from './notifications.js';
import { benchOverload } from './overload.js';
import { benchRestore } from './restore.js';
import { benchScale } from './scale.js';
import { benchStorage } from './storage.js';
import { benchStream } from './stream.js';
import { benchSweep } from './sweep.js';
import { benchTenants } from './tenants.js';
import { benchWebhooks } from './webhooks.js';

const SECTIONS = {
  engine: { title: 'Engine', run: benchTemporal },
  sweep: { title: 'Deep sweeps', run: benchSweep },
  pace: { title: 'Pace', run: benchPace },
  batches: { title: 'Batches', run: benchBatches },
  'batch-results': { title: 'Results of a batch', run: benchBatchResults },
  downloads: { title: 'Downloads beside others', run: benchDownloads },
  tenants: { title: 'Tenants', run: benchTenants },
  scale: { title: 'Scale', run: benchScale },
  overload: { title: 'Overload', run: benchOverload },
  notifications: { title: 'Notifications', run: benchNotifications },
  growth: { title: 'Tables that grow', run: benchGrowth },
  instant: { title: 'Instant', run: benchInstant },
  deadline: { title: "The caller's deadline", run: benchDeadline },
  stream: { title: 'Stream', run: benchStream },
  storage: { title: 'Storage', run: benchStorage },
  history: { title: 'History', run: benchHistory },
  checks: { title: 'Single checks', run: benchChecks },
  chaos: { title: 'Kills', run: benchChaos },
  connections: { title: 'Lost connections', run: benchConnections },
  restore: { title: 'Restores', run: benchRestore },
  webhooks: { title: 'Webhooks', run: benchWebhooks },
  'dead-receiver': { title: 'Dead receiver', run: benchDeadReceiver },
  dashboard: { title: 'Dashboard', run: benchDashboard },
  normalise: { title: 'Marks', run: benchNormalise },
  'hostile-csv': { title: 'Hostile tables', run: benchHostileCsv },
} as const;
type Section = keyof typeof SECTIONS;

const wanted = process.argv.slice(2).filter((name): name is Section => name in SECTIONS);
for (const section of wanted.length > 0 ? wanted : (Object.keys(SECTIONS) as Section[])) {
  process.stdout.write(`\n${SECTIONS[section].title} …\n`);
  const body = await SECTIONS[section].run();
  process.stdout.write(`${body}\n`);
  record({ title: SECTIONS[section].title, command: `npm run bench ${section}`, body });
}
process.exit(0);
