/** The entry of a change is written before its answer, of every operation that has one. docs/contract.md, 17.2. */
import type { Context } from 'koa';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/features/audit/audit-log.js';
import { audited } from '../../../src/api/audited-requests.js';
import { everyRoute } from '../../../src/api/routes.js';
import { callerOf } from '../../support/http/app-in-memory.js';

const ROUTES = everyRoute.filter(({ isUnaudited }) => !isUnaudited).map((route) => [route.operationId, route] as const);
const http = { params: {}, query: {}, ip: '192.0.2.1', get: () => '' } as unknown as Context;

/** An audit log, and what it was given. */
function logOf(write: () => Promise<void>) {
  const [written, added]: [AuditEntry[], AuditEntry[]] = [[], []];
  const audit = {
    add: (entry: AuditEntry) => void added.push(entry),
    write: async (entry: AuditEntry) => {
      await write();
      written.push(entry);
    },
  };
  return { written, added, ctx: { audit, now: () => new Date() } as unknown as Parameters<typeof audited>[0] };
}

describe('a change', () => {
  it.each(ROUTES.filter(([, { method }]) => method !== 'get'))('%s is not confirmed without its entry', async (operationId, route) => {
    const failing = logOf(() => Promise.reject(new Error('no database')));
    const carriedOut: string[] = [];
    const carryOut = async () => void carriedOut.push(operationId);
    await expect(audited(failing.ctx, http, route, { caller: callerOf() }, carryOut)).rejects.toThrow('no database');
    expect(carriedOut).toEqual([operationId]);

    const log = logOf(() => Promise.resolve());
    await audited(log.ctx, http, route, { caller: callerOf() }, carryOut);
    expect(log.written).toMatchObject([{ action: operationId, outcome: 'ok' }]);
  });

  it('has no second entry where its transaction wrote one', async () => {
    const [[, route] = []] = ROUTES.filter(([id]) => id === 'createLookupV2');
    if (!route) throw new Error('no such operation');
    const log = logOf(() => Promise.resolve());
    const origin = { action: 'createLookupV2', network: '192.0.2.1', isRecorded: true };
    await audited(log.ctx, http, route, { caller: callerOf({ origin }) }, async () => ({}));
    expect([...log.written, ...log.added]).toEqual([]);
  });
});

describe('a read', () => {
  it.each(ROUTES.filter(([, { method }]) => method === 'get'))('%s does not wait for its entry', async (operationId, route) => {
    const log = logOf(() => Promise.reject(new Error('no database')));
    await audited(log.ctx, http, route, { caller: callerOf() }, async () => ({}));
    expect(log.added).toMatchObject([{ action: operationId, outcome: 'ok' }]);
  });
});
