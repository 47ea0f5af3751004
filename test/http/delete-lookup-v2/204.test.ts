import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lookupCommand } from '../../../src/cli/lookup-command.js';
import { expectCommonHeaders, expectRefusal } from '../../support/http/answers.js';
import { billOf } from '../../support/http/ledger.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

describe('deleteLookupV2', () => {
  let service: WorkingService;
  const lines: string[] = [];
  beforeAll(async () => {
    const { pino } = await import('pino');
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    service = await startWorkingService({ sites: 10, log });
  });
  afterAll(() => service.close());

  const account = () => service.account('higher_volume', { scopes: ['lookups', 'lookups:delete'] });
  const waited = async (key: string): Promise<string> => {
    const answer = await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: [ADA.username] }, mode: 'wait' } });
    return (answer.body as { lookupId: string }).lookupId;
  };

  it('answers an empty 204; afterwards every way to the lookup answers 404, and it stays billed once', async () => {
    const { key, accountId } = await account();
    const lookupId = await waited(key);
    const bill = await billOf(service, accountId);
    const deleted = await service.call('DELETE', `/v2/lookup/${lookupId}`, { key });
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 204, text: '' });
    expectCommonHeaders(deleted);
    for (const path of [
      `/v1/lookup/${lookupId}`,
      `/v2/lookup/${lookupId}`,
      `/v2/lookup/${lookupId}/evidence`,
      `/v2/lookup/${lookupId}/omissions`,
    ]) {
      expectRefusal(await service.call('GET', path, { key }), 'not_found');
    }
    const resumed = { key, headers: { 'last-event-id': `${lookupId}.1.example` } };
    expectRefusal(await service.call('GET', '/v2/lookup/stream', resumed), 'not_found');
    expectRefusal(await service.call('DELETE', `/v2/lookup/${lookupId}`, { key }), 'not_found');
    expect((await service.call('GET', '/v2/lookup', { key })).body).toMatchObject({ lookups: [] });
    expect(await billOf(service, accountId)).toEqual({ ...bill, lookups: 0 });
  });

  it('leaves an audit line with ids and without the identity', async () => {
    const { key, accountId, apiKeyId } = await account();
    const lookupId = await waited(key);
    await service.call('DELETE', `/v2/lookup/${lookupId}`, { key });
    const line = lines.find((each) => each.includes('deleted on request') && each.includes(lookupId)) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ lookupId, accountId, apiKeyId });
    expect(lines.join('')).not.toContain(ADA.username);
  });

  it('takes back what a later lookup would have reused', async () => {
    const { key } = await account();
    await service.call('DELETE', `/v2/lookup/${await waited(key)}`, { key });
    expect((await service.call('GET', `/v2/lookup/${await waited(key)}`, { key })).body).toMatchObject({ servedFromCache: false });
    expect((await service.call('GET', `/v2/lookup/${await waited(key)}`, { key })).body).toMatchObject({ servedFromCache: true });
  });

  it('a repeated request under its Idempotency-Key names the deleted id and bills nothing', async () => {
    const { key, accountId } = await account();
    const request = { key, headers: { 'idempotency-key': 'once' }, body: { identities: { usernames: [ADA.username] } } };
    const first = (await service.call('POST', '/v2/lookup', request)).body as { lookupId: string };
    expect((await service.call('DELETE', `/v2/lookup/${first.lookupId}`, { key })).status).toBe(204);
    expect((await service.call('POST', '/v2/lookup', request)).body).toMatchObject({ lookupId: first.lookupId });
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 0, ledger: 1, used: 1 });
  });

  it('a stream of it ends without `done`, and cannot be resumed', async () => {
    const { key } = await account();
    service.sites.simulator.setFault('*', 'hang');
    try {
      const streaming = fetch(`${service.url}/v2/lookup/stream?username=nobody-at-all`, { headers: { authorization: `Bearer ${key}` } });
      const response = await streaming;
      const reader = response.body?.getReader();
      const opening = new TextDecoder().decode((await reader?.read())?.value);
      const lookupId = /lkp_\w+/.exec(opening)?.[0] ?? '';
      expect((await service.call('DELETE', `/v2/lookup/${lookupId}`, { key })).status).toBe(204);
      let rest = '';
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
        rest += new TextDecoder().decode(chunk.value);
      expect(rest).not.toContain('event: done');
      const resumed = { key, headers: { 'last-event-id': `${lookupId}.0.` } };
      expectRefusal(await service.call('GET', '/v2/lookup/stream', resumed), 'not_found');
    } finally {
      service.sites.simulator.setFault('*', null);
    }
  });

  it('is done by `footprint lookup delete` too, which says so in JSON and tells what is not there', async () => {
    const { key } = await account();
    const lookupId = await waited(key);
    const written: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const run = () => lookupCommand().parseAsync(['delete', lookupId, '--url', service.url, '--key', key], { from: 'user' });
    try {
      await run();
      expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([{ lookupId, deleted: true }]);
      await expect(run()).rejects.toThrow('not_found');
    } finally {
      out.mockRestore();
    }
    expectRefusal(await service.call('GET', `/v2/lookup/${lookupId}`, { key }), 'not_found');
  });
});
