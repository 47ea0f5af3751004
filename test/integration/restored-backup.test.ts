import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaosSeeds } from '../support/chaos.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { RESTORED } from '../support/restorable-servers.js';
import { startRestorable } from '../support/restore-scenario.js';

const SITES = 60;

describe('a backup of one store is restored under a newer other one', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let stack: Awaited<ReturnType<typeof startRestorable>>;
  beforeAll(async () => {
    sites = await startGeneratedSites(SITES, { latency: { medianMs: 200, sigma: 0.8, capMs: 2_000 } });
    stack = await startRestorable(sites.env);
  });
  afterAll(async () => {
    await stack?.close();
    await sites?.close();
  });

  it.each(RESTORED.flatMap((restored) => chaosSeeds().map((seed) => ({ restored, seed }))))(
    '$restored, seed $seed: every lookup that is held finishes whole, billed once; what is not held ends, and its callers get 404',
    async ({ restored, seed }) => {
      const report = await stack.run(restored, seed);
      expect(report.open).toBeGreaterThan(0);
      expect(Math.max(...Object.values(report.seconds))).toBeLessThan(Number.POSITIVE_INFINITY);
      expect(report).toMatchObject({ misbilled: 0, incomplete: 0, wrongEvents: 0, notRefused: 0 });
      expect(report.withoutRow[1]).toBe(0);
      // Temporal's backup holds what was ended since: rows say so, and nothing of Postgres is lost.
      expect(report.unknown > 0).toBe(restored === 'postgres');
    },
    400_000,
  );
});
