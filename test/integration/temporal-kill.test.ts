/** Promise 2 across kill -9 of Temporal under load, with its file kept and with its file lost. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStateDir, type StateDir } from '../../tools/embedded/state-dir.js';
import { startTemporal, type TemporalServer } from '../../tools/embedded/temporal.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import { chaosSeeds, further, seeded } from '../support/chaos.js';
import { openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { startLoad, tally } from '../support/chaos-load.js';
import { expectHonestAnswers, expectKept } from '../support/chaos-promise.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createFleet, type ApiProcess, type Fleet } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';

const SITES = 5;
/** A request that takes longer hangs. */
const HANGS_MS = 5_000;

describe('kill -9 of Temporal under a load of lookups', () => {
  let folder: string;
  let home: StateDir;
  let temporal: TemporalServer;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let temporalView: TemporalView;
  let fleet: Fleet;
  let api: ApiProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footprint-temporal-kill-'));
    home = openStateDir(join(folder, 'home'));
    const [server, databaseUrl, generated] = await Promise.all([
      startTemporal({ home, searchAttributes: SEARCH_ATTRIBUTES }),
      createDatabase(),
      startGeneratedSites(SITES, { latency: { medianMs: 40, sigma: 0.5 } }),
    ]);
    [temporal, sites] = [server, generated];
    temporalView = openTemporalView(temporal.address, temporal.namespace);
    ledger = openLedgerReader(databaseUrl);
    fleet = createFleet({
      ...sites.env,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
    });
    [api] = await Promise.all([fleet.api(), fleet.worker()]);
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), temporalView?.close(), sites?.close()]);
    await temporal?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * A load during which the engine dies and comes back; `meanwhile` happens to what it left. It is started again as the
   * embedded stack does it: a new file has no search attributes until a worker adds them.
   */
  async function strike(seed: number, name: string, meanwhile: () => void) {
    const owner = await ledger.account();
    const keys = [owner.key, ...(await Promise.all(Array.from({ length: 5 }, owner.another)))];
    const load = startLoad({ url: api.url, keys, subject: (n) => `${name}_${seed}_${n}`, timeoutMs: HANGS_MS });
    await load.more(seeded(seed, `${name}: answers before the kill`, 5, 40), ({ status }) => status === 200);

    process.kill(temporal.pid, 'SIGKILL');
    await temporal.exited;
    meanwhile();
    // Acceptance does not need the engine: the rows are the outbox.
    await load.more(seeded(seed, `${name}: answers without an engine`, 5, 40), ({ status }) => status === 200);
    temporal = await startTemporal({ home, keepPort: true });
    await load.more(10, ({ status }) => status === 200);

    const replies = await load.stop();
    expectHonestAnswers(replies);
    expect(tally(replies)).toEqual({ 200: replies.length });
    return { owner, replies };
  }

  it.each(chaosSeeds())('seed %i: every lookup is accepted, finished and billed once', async (seed) => {
    const { owner, replies } = await strike(seed, 'kept', () => undefined);
    await expectKept({ ledger, temporal: temporalView, accountId: owner.accountId, planned: SITES, timeoutMs: 120_000 }, replies);
    expect(fleet.died()).toEqual([]);
  });

  further(() => {
    it('the engine lost its memory: the reconciler starts unfinished lookups anew', async () => {
      const [seed = 1] = chaosSeeds();
      const { owner, replies } = await strike(seed, 'forgotten', () => {
        const files = readdirSync(home.dir).filter((name) => name.startsWith('temporal.db'));
        expect(files.length).toBeGreaterThan(0);
        for (const name of files) rmSync(join(home.dir, name));
      });
      // The schedules went with the engine's memory; a worker has to notice without being started again.
      expect(await waitUntil(() => temporalView.hasSchedule(), 75_000, 200)).toBe(true);
      await expectKept({ ledger, temporal: temporalView, accountId: owner.accountId, planned: SITES, timeoutMs: 120_000 }, replies);
      expect(fleet.died()).toEqual([]);
    }, 240_000);
  });
});
