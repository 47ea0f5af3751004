import { expect } from 'vitest';
import type { Omission } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import type { Service } from '../service.js';
import { expectCommonHeaders } from './answers.js';
import { fillWindow } from './rate-windows.js';

type Account = Awaited<ReturnType<Service['account']>>;

/**
 * What a lookup omitted, page after page to the last. Reads are few a minute: the window is emptied before each.
 *
 * @param options.between what happens after each page but the last
 */
export async function readOmissions(
  service: Pick<Service, 'call' | 'sql'>,
  account: Account,
  lookupId: string,
  { limit = 100, reason, between = async () => undefined }: { limit?: number; reason?: string; between?: () => Promise<unknown> } = {},
): Promise<Omission[]> {
  const seen: Omission[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(reason === undefined ? {} : { reason }),
      ...(cursor === null ? {} : { cursor }),
    });
    await fillWindow(service, account.apiKeyId, 'readsV2', 0);
    const response = await service.call('GET', `/v2/lookup/${lookupId}/omissions?${query.toString()}`, { key: account.key });
    expect(response.status).toBe(200);
    expectCommonHeaders(response);
    const page = response.body as { lookupId: string; omissions: Omission[]; nextCursor: string | null };
    expect(page.lookupId).toBe(lookupId);
    if (page.nextCursor === null) expect(page.omissions.length).toBeLessThanOrEqual(limit);
    else expect(page.omissions).toHaveLength(limit);
    seen.push(...page.omissions);
    cursor = page.nextCursor;
    if (cursor !== null) await between();
  } while (cursor !== null);
  return seen;
}

/** Names a question: one platform about one identity. */
export function omissionKey({ platform, identity }: Pick<Omission, 'platform' | 'identity'>): string {
  return `${platform} ${identity.type} ${identity.value}`;
}
