import { describe, expect, it } from 'vitest';
import type { Acceptance, Caller } from '../../../../../src/features/accounts/accounts.js';
import type { AcceptanceStore } from '../../../../../src/features/lookups/store/acceptance-store.js';
import type { LookupRequest } from '../../../../../src/features/lookups/lookup.js';
import type { AcceptedLookup } from '../../../../../src/features/lookups/lookup-ports.js';
import type { LookupReader } from '../../../../../src/features/lookups/store/lookup-reader.js';
import { acceptLookup, acceptLookups } from '../../../../../src/features/lookups/use-cases/accept-lookup.js';
import type { Mode } from '../../../../../src/engine/flow/request-class.js';
import { requestOf } from '../../../../support/fixtures.js';

const caller: Caller = {
  accountId: 'acc_1',
  apiKeyId: 'key_1',
  plan: 'growth',
  poolId: 'pool_1',
  allowance: 1_000,
  onlyKey: null,
  scopes: ['lookups:create', 'lookups:read'],
  isSuspended: false,
};
const request = requestOf();

function context(acceptances: readonly Acceptance[], { hasRoom = true } = {}) {
  const launched: AcceptedLookup[] = [];
  const stored: LookupRequest[] = [];
  const acceptance: Pick<AcceptanceStore, 'accept'> = {
    accept: async (_, requests) => {
      stored.push(...requests);
      return acceptances;
    },
  };
  const reader: Pick<LookupReader, 'find'> = { find: async () => null };
  const launcher = { startLookup: (lookup: AcceptedLookup) => void launched.push(lookup) };
  return { launched, stored, ctx: { acceptance, reader, launcher, asyncRoom: { take: async () => hasRoom } } };
}

const USED_UP = { unit: 'lookups', used: 3, limit: 3, renewsAt: '2030-02-01T00:00:00.000Z' } as const;

describe('accepting a lookup', () => {
  it('starts it under the id that was stored', async () => {
    const { ctx, launched } = context([{ lookupId: 'lkp_1' }]);
    expect(await acceptLookup(ctx, request, { caller, token: null })).toEqual({ lookupId: 'lkp_1', isNew: true });
    expect(launched).toMatchObject([{ id: 'lkp_1', accountId: 'acc_1', mode: 'async', band: 'deep' }]);
  });

  it.each(['quota_exceeded', 'insufficient_credits'] as const)('refused with %s it starts nothing', async (refused) => {
    const { ctx, launched } = context([{ refused, allowance: USED_UP }]);
    await expect(acceptLookup(ctx, request, { caller, token: null })).rejects.toMatchObject({
      code: refused,
      status: 402,
      details: USED_UP,
    });
    expect(launched).toEqual([]);
  });

  it('without room an asynchronous one waits as one of a batch, and others are as they were', async () => {
    const modeOf = async (mode: Mode, by: Caller = caller) => {
      const { ctx, stored, launched } = context([{ lookupId: 'lkp_1' }], { hasRoom: false });
      await acceptLookup(ctx, requestOf({ mode, subjects: { username: 'everywheretest' } }), { caller: by, token: null });
      expect(stored.map((each) => each.mode)).toEqual(launched.map((each) => each.mode));
      return stored[0]?.mode;
    };
    expect(await modeOf('async')).toBe('batch');
    for (const mode of ['instant', 'wait', 'stream'] as const) expect(await modeOf(mode)).toBe(mode);
    expect(await modeOf('async', { ...caller, isTest: true })).toBe('async');
  });

  it('a store that says nothing is a fault, not an acceptance', async () => {
    await expect(acceptLookup(context([]).ctx, request, { caller, token: null })).rejects.toThrow();
  });
});

describe('submitting a batch', () => {
  it('answers each item in its place and starts what was accepted', async () => {
    const { ctx, launched } = context([{ lookupId: 'lkp_1' }, { refused: 'quota_exceeded', allowance: USED_UP }, { lookupId: 'lkp_3' }]);
    const entries = await acceptLookups(ctx, [request, request, request], { caller, token: null });
    expect(entries).toMatchObject([{ lookupId: 'lkp_1' }, { refused: 'quota_exceeded' }, { lookupId: 'lkp_3' }]);
    expect(launched.map(({ id }) => id)).toEqual(['lkp_1', 'lkp_3']);
  });

  it('a store that answers fewer items than it was given is a fault', async () => {
    await expect(acceptLookups(context([{ lookupId: 'lkp_1' }]).ctx, [request, request], { caller, token: null })).rejects.toThrow();
  });
});
