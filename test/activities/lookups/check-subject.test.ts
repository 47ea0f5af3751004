import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it, vi } from 'vitest';
import { createCheckActivities } from '../../../activities/lookups/single-activity.js';
import { createBreachedPlatforms } from '../../../src/facts/breaches/breached-platforms.js';
import type { EnrichmentSources } from '../../../src/facts/fact-modules.js';
import type { Lookup } from '../../../src/features/lookups/lookup.js';
import type { CompletedLookup } from '../../../src/features/lookups/lookup-ports.js';
import { sourcesOf } from '../../support/enrichment.js';
import { nothingSuppressed } from '../../support/fixtures.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const MINUTE = 60_000;
const LINE = { e164: '+12025550123' };
const LOOKUP: Lookup = {
  id: 'lkp_1',
  accountId: 'acc_1',
  apiKeyId: 'key_1',
  isTest: false,
  kind: 'phone',
  band: 'instant',
  mode: 'check',
  query: '+12025550123',
  queryType: 'phone',
  subjects: { phone: '+12025550123' },
  checks: { footprint: false, phone: true, breaches: false, webMentions: false },
  platforms: null,
  bypassCache: true,
  state: 'accepted',
  plan: null,
  acceptedAt: NOW,
  finishedAt: null,
};

function setUp(
  options: {
    sources?: Partial<EnrichmentSources>;
    lookup?: Lookup | null;
    begunBeforeMs?: number;
    storable?: boolean;
    isAway?: boolean;
  } = {},
) {
  const inspect = vi.fn(async () => ({ facts: LINE, notes: [] }));
  const completed: CompletedLookup[] = [];
  const activities = createCheckActivities({
    suppressions: nothingSuppressed,
    sources: sourcesOf(options.sources ?? { phone: { inspect } as never }),
    breachedPlatforms: createBreachedPlatforms([]),
    catalogue: { platforms: [], get: () => undefined },
    reader: { find: async () => (options.lookup === undefined ? LOOKUP : options.lookup) } as never,
    writer: {
      complete: async (_: string, whole: CompletedLookup) => {
        if (options.storable === false && whole.facts.length > 0) throw new Error('these cannot be stored');
        if (options.isAway) throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' });
        completed.push(whole);
      },
    } as never,
    egress: 'direct',
    now: () => NOW,
  });
  const env = new MockActivityEnvironment({ scheduledTimestampMs: NOW.getTime() - (options.begunBeforeMs ?? 0) });
  return { inspect, completed, run: () => env.run(activities.checkSubject, { lookupId: 'lkp_1' }) };
}

describe('a single check', () => {
  it('asks what it is about and completes its lookup with the fact', async () => {
    const { completed, run } = setUp();
    await run();
    expect(completed).toEqual([
      {
        plan: { targets: [], modules: ['phone'] },
        suppressed: [],
        facts: [{ module: 'phone', subject: 'phone', payload: LINE, evidence: { notes: [] }, checkedAt: NOW }],
      },
    ]);
  });

  it('is completed with nothing known when nobody can be asked', async () => {
    const { completed, run } = setUp({ sources: {} });
    await run();
    expect(completed).toEqual([{ plan: { targets: [], modules: [] }, suppressed: [], facts: [] }]);
  });

  it('that is finished asks nobody again', async () => {
    const { inspect, completed, run } = setUp({ lookup: { ...LOOKUP, state: 'finished' } });
    await run();
    expect({ probed: inspect.mock.calls.length, completed }).toEqual({ probed: 0, completed: [] });
  });

  it('waits for a database that is away, however long: nothing is left out for that', async () => {
    const { completed, run } = setUp({ isAway: true, begunBeforeMs: 70 * MINUTE });
    await expect(run()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(completed).toEqual([]);
  });

  it('whose facts cannot be stored is tried again for a quarter of an hour, then finished without them', async () => {
    const patient = setUp({ storable: false, begunBeforeMs: 14 * MINUTE });
    await expect(patient.run()).rejects.toThrow('cannot be stored');
    expect(patient.completed).toEqual([]);
    const tired = setUp({ storable: false, begunBeforeMs: 16 * MINUTE });
    await tired.run();
    expect(tired.completed).toEqual([{ plan: { targets: [], modules: ['phone'] }, suppressed: [], facts: [] }]);
  });

  it('that waited for a worker for an hour is asked about all the same', async () => {
    const late = setUp({ begunBeforeMs: 60 * MINUTE });
    await late.run();
    expect(late.completed[0]?.facts).toHaveLength(1);
  });

  it('that is not in the record is not tried again', async () => {
    await expect(setUp({ lookup: null }).run()).rejects.toMatchObject({ nonRetryable: true, type: 'LookupMissing' });
  });
});
