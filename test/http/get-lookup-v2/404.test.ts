import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/secrets/ids.js';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';

describe('getLookupV2 without a lookup of that id', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  it("another account's id, an id that never was and a text that is no id get the same bytes, here, at the evidence and at the omissions", async () => {
    const [owner, reader] = await Promise.all([service.account(), service.account()]);
    const body = { identities: { usernames: ['ada-example'] } };
    const { lookupId } = (await service.call('POST', '/v2/lookup', { key: owner.key, body })).body as { lookupId: string };
    expect((await service.call('GET', `/v2/lookup/${lookupId}`, { key: owner.key })).status).toBe(200);
    const answers = new Set<string>();
    for (const id of [lookupId, newId('lookup'), lookupId.toUpperCase(), 'lkp_', "'", 'a'.repeat(1_000)].map(encodeURIComponent)) {
      for (const path of [`/v2/lookup/${id}`, `/v2/lookup/${id}/evidence`, `/v2/lookup/${id}/omissions`]) {
        const response = await service.call('GET', path, { key: reader.key });
        expectRefusal(response, 'not_found');
        answers.add(response.text);
      }
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).not.toContain('lkp');
  });
});
