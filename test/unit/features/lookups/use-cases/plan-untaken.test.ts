import { describe, expect, it, vi } from 'vitest';
import { planUntaken, planWhenLate, type UntakenLookup } from '../../../../../src/features/lookups/use-cases/plan-untaken.js';

describe('a lookup that no worker plans in time', () => {
  const planned = () => vi.fn(async (_lookup: UntakenLookup) => undefined);

  it('is planned without the platforms that are not to be asked, which a worker that comes later would ask', async () => {
    const planKnown = planned();
    planWhenLate({ planKnown }, { lookupId: 'lkp_1', busy: ['slow'] }, performance.now());
    await vi.waitFor(() => expect(planKnown).toHaveBeenCalledExactlyOnceWith({ lookupId: 'lkp_1', busy: ['slow'] }));
  });

  it('is waited for until its response leaves, and no longer', async () => {
    const never = { planKnown: () => new Promise<never>(() => undefined) };
    expect(await planUntaken(never, { lookupId: 'lkp_1', busy: [] }, performance.now() + 1)).toBeNull();
  });

  it('is not planned here once it has a plan', async () => {
    const [planKnown, next] = [planned(), planned()];
    const end = planWhenLate({ planKnown }, { lookupId: 'lkp_1', busy: [] }, performance.now());
    end();
    planWhenLate({ planKnown: next }, { lookupId: 'lkp_2', busy: [] }, performance.now());
    await vi.waitFor(() => expect(next).toHaveBeenCalled());
    expect(planKnown).not.toHaveBeenCalled();
  });
});
