import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { apiClient } from '../../src/cli/api-client.js';
import { startBareApi } from '../support/http/bare-api.js';
import { billOf } from '../support/http/ledger.js';
import { fillWindow } from '../support/http/rate-windows.js';
import type { Service } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startBareApi();
});
afterAll(() => service.close());
afterEach(() => void vi.restoreAllMocks());

it('a command that meets the limit of a minute says so, waits as long as it is told, and goes on, billed once', async () => {
  const { key, accountId, apiKeyId } = await service.account('free_trial');
  await fillWindow(service, apiKeyId, 'requests', 30);
  let received = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (received += String(text)).length > 0);
  const backoffs: number[] = [];
  const backoff = async (ms: number): Promise<void> => {
    backoffs.push(ms);
    await service.sql`DELETE FROM rate_windows WHERE caller = ${apiKeyId}`;
  };
  const { data } = await apiClient({ baseUrl: service.url, key, wait: backoff }).POST('/v2/lookup', {
    body: { identities: { usernames: ['ada-example'] } },
  });
  expect(data).toMatchObject({ status: 'processing' });
  expect(backoffs).toHaveLength(1);
  expect(backoffs[0]).toBeGreaterThanOrEqual(1_000);
  expect(backoffs[0]).toBeLessThanOrEqual(60_000);
  expect(received).toBe(`Too many requests within a minute. Continuing in ${(backoffs[0] ?? 0) / 1_000} s.\n`);
  expect((await billOf(service, accountId)).ledger).toBe(1);
});
