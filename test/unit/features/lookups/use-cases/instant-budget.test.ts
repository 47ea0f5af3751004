import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../../src/kernel/values/errors.js';
import type { HostFlow } from '../../../../../src/engine/flow/fleet.js';
import type { CheckOutcome, LookupRequest } from '../../../../../src/features/lookups/lookup.js';
import { InstantBudget } from '../../../../../src/features/lookups/use-cases/instant-budget.js';
import { outcome } from '../../../../stores/support/record.js';
import { emailRule, platformOf, requestOf } from '../../../../support/fixtures.js';

const rule = { ...emailRule, method: 'public_api' as const };
const SLUGS = ['one', 'two', 'three'];
const PLATFORMS = SLUGS.map((slug) => platformOf(slug, { strength: 'strong', instant: ['username'], probes: { username: rule } }));

function budget(options: { perSecond?: number; facts?: readonly CheckOutcome[]; hasWorkers?: boolean; instantPlatforms?: number } = {}) {
  const state = { hasWorkers: options.hasWorkers ?? true, hasRoom: true, flows: [] as HostFlow[], reads: 0, statusReads: 0 };
  const opened = new InstantBudget({
    catalogue: { platforms: PLATFORMS, get: (slug) => PLATFORMS.find((each) => each.slug === slug) },
    applicability: { countryOf: () => null, hasNegativeControl: () => true },
    instantPlatforms: options.instantPlatforms ?? 40,
    instantCeilingMs: 900,
    egress: 'direct',
    egresses: 1,
    hostOf: (platform) => ({ host: `${platform}.example`, perSecond: options.perSecond ?? 8, maxConcurrency: 8 }),
    statuses: {
      current: async () => {
        state.statusReads += 1;
        return new Map();
      },
    },
    untaken: { take: async () => state.hasRoom },
    known: async ({ bypassCache }) => (bypassCache ? [] : [...(options.facts ?? [])]),
    fleet: {
      workers: async () => {
        state.reads += 1;
        return state.hasWorkers ? 1 : 0;
      },
      pull: async () => ({ flows: state.flows, cursor: null }),
    },
  });
  const take = (more: Partial<LookupRequest> = {}) =>
    opened.take('acc', requestOf({ mode: 'instant', band: 'instant', subjects: { username: 'ada' }, ...more }));
  const taken = async (more: Partial<LookupRequest> = {}): Promise<boolean> => {
    try {
      await take(more);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 1 });
      expect(String((error as ServiceError).message)).toContain('Nothing was billed');
      return false;
    }
  };
  const knows = () => opened.knows('acc', requestOf({ mode: 'instant', band: 'instant', subjects: { username: 'ada' } }));
  return { state, take, taken, knows };
}

describe('an instant lookup beyond what can be given', () => {
  it('is refused while no worker takes work, and taken as soon as one does', async () => {
    const { state, taken } = budget({ hasWorkers: false });
    expect(await taken()).toBe(false);
    state.hasWorkers = true;
    expect(await taken()).toBe(true);
    const { reads } = state;
    expect(await taken()).toBe(true);
    expect(state.reads).toBe(reads); // nobody waits for what is known
  });

  it('is answered with what is known while no worker takes work, and only then', async () => {
    const { state, take, taken } = budget({ hasWorkers: false, facts: [outcome('one')] });
    expect((await take()).isUntaken).toBe(true);
    expect([await taken({ platforms: ['two'] }), await taken({ bypassCache: true })]).toEqual([false, false]);
    state.hasRoom = false; // too many wait for a worker already
    expect(await taken()).toBe(false);
    state.hasWorkers = true;
    expect((await take()).isUntaken).toBeUndefined();
  });

  it('of which nothing is known costs a read of its facts and no more', async () => {
    const [unknown, known] = [budget(), budget({ facts: [outcome('one')] })];
    expect([await unknown.knows(), unknown.state.statusReads]).toEqual([false, 0]);
    expect([await known.knows(), known.state.statusReads]).toEqual([true, 1]);
  });

  it('counts a platform as known when all that would be asked there is', async () => {
    const { taken } = budget({ hasWorkers: false, facts: [outcome('one')] });
    const both = { subjects: { username: 'ada', 'username#2': 'ada-2' } };
    expect([await taken(), await taken(both)]).toEqual([true, false]);
  });

  it('is refused when all the platforms that it names are beyond their rate, and else asks the others', async () => {
    const { take, taken } = budget();
    const two = { platforms: ['one', 'two'] };
    expect([await taken(two), await taken(two), await taken(two)]).toEqual([true, true, false]);
    expect(await taken({ platforms: SLUGS })).toBe(false); // one of three were nearly nothing
    expect((await take({ platforms: ['two', 'three'] })).busy).toEqual(['two']);
    expect((await take({ platforms: ['three'] })).busy).toEqual([]); // what the refused one had taken is there again
  });

  it('takes of the band as many platforms as a lookup asks at most, so that others find the rest', async () => {
    const { taken } = budget({ perSecond: 1, instantPlatforms: 1 });
    const seven = [await taken(), await taken(), await taken(), await taken(), await taken(), await taken(), await taken()];
    expect(seven).toEqual([true, true, true, true, true, true, false]); // two at each of three
  });

  it('takes as many more platforms as its own deadline is longer, and as many fewer', async () => {
    const seven = async (deadlineMs: number | null) => {
      const { taken } = budget({ perSecond: 1, instantPlatforms: 2 });
      const all = [];
      for (let n = 0; n < 7; n += 1) all.push(await taken({ deadlineMs }));
      return all.filter(Boolean).length;
    };
    // Two at each of three: two platforms a lookup and then what is left, three a lookup, and never below two.
    expect([await seven(null), await seven(1_400), await seven(300)]).toEqual([4, 2, 4]);
  });

  it('is taken when it asks no platform, or something is known already, or a circuit is open: that is an answer of its own', async () => {
    const { taken } = budget({ perSecond: 1, facts: [outcome('one')] });
    expect([await taken({ platforms: ['one'] }), await taken({ platforms: ['one'] })]).toEqual([true, true]);
    const twice = [await taken({ platforms: ['two'] }), await taken({ platforms: ['two'] })];
    expect([...twice, await taken({ platforms: ['two'] })]).toEqual([true, true, false]);
    for (const isTaken of [true, true, false]) expect(await taken({ platforms: ['three'], bypassCache: true })).toBe(isTaken);
    expect(await taken({ checks: { ...requestOf().checks, footprint: false }, platforms: ['two'] })).toBe(true);
    const other = budget({ perSecond: 1, hasWorkers: false });
    other.state.flows = [{ host: 'two.example', egress: 'direct', concurrency: 1, openForMs: 0, trips: 1 }];
    await other.taken({ platforms: ['two'] });
    other.state.hasWorkers = true;
    expect([await other.taken({ platforms: ['two'] }), await other.taken({ platforms: ['two'] })]).toEqual([true, true]);
  });

  it('follows the slots that workers report of a host', async () => {
    const { state, taken } = budget({ perSecond: 1_000, hasWorkers: false });
    state.flows = [{ host: 'one.example', egress: 'direct', concurrency: 8, openForMs: null, trips: 0 }];
    await taken();
    state.hasWorkers = true;
    const count = async (platform: string): Promise<number> => {
      for (let n = 0; ; n += 1) if (!(await taken({ platforms: [platform] }))) return n;
    };
    expect(await count('one')).toBeGreaterThan(await count('two'));
  });

  it('gets back what was cached or never sent, and takes less of a host that was busy', async () => {
    const { take, taken } = budget({ perSecond: 1 });
    const { settle } = await take({ platforms: ['one'] });
    settle([outcome('one', { fromCache: true })]);
    expect(await taken({ platforms: ['one'] })).toBe(true);
    const many = budget({ perSecond: 12 });
    const busy = await many.take({ platforms: ['one'] });
    busy.settle([outcome('one', { state: 'inconclusive', reason: 'busy' })]);
    expect([await many.taken({ platforms: ['one'] }), await many.taken({ platforms: ['one'] })]).toEqual([true, false]);
  });
});
