import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';

const ENDPOINTS = '/v2/webhooks/endpoints';
const DELIVERIES = '/v2/webhooks/deliveries';
const packed = (...position: readonly string[]): string => Buffer.from(JSON.stringify(position)).toString('base64url');

describe('values that the record cannot hold', () => {
  let service: Service;
  let key: string;
  beforeAll(async () => {
    service = await startBareApi();
    const { accountId } = await service.account();
    ({ key } = await service.keyOf(accountId, ['webhooks', 'lookups:read']));
  });
  afterAll(() => service.close());

  it.each(['%00', 'whk_%00', '%ff', 'whk%20x', '%F0%9F%98%80', '..%2f..', 'x'.repeat(65)])(
    'an address with the id %s names nothing, whatever is asked of it',
    async (id) => {
      const paths: [string, string, unknown?][] = [
        ['GET', id],
        ['PATCH', id, {}],
        ['DELETE', id],
        ['POST', `${id}/disable`],
        ['POST', `${id}/enable`],
        ['POST', `${id}/test`],
        ['POST', `${id}/rotate-secret`, {}],
        ['POST', `${id}/recover`, { since: '2030-01-01T00:00:00Z' }],
        ['GET', `${id}/deliveries/evt_x`],
        ['GET', `whk_x/deliveries/${id}`],
        ['POST', `whk_x/deliveries/${id}/resend`],
      ];
      const { text } = await service.call('GET', `${ENDPOINTS}/whk_x`, { key });
      for (const [method, path, body] of paths) {
        const response = await service.call(method, `${ENDPOINTS}/${path}`, { key, ...(body === undefined ? {} : { body }) });
        expectRefusal(response, 'not_found');
        expect(response.text).toBe(text);
      }
    },
  );

  it.each([
    ['endpoint', '\u0000'],
    ['endpoint', 'whk_\u0000'],
    ['endpoint', ''],
    ['endpoint', 'x'.repeat(65)],
    ['since', '0000-01-01T00:00:00Z'],
    ['until', '0000-12-31T23:59:59Z'],
    ['since', '+012024-01-01T00:00:00Z'],
    ['cursor', packed('+012024-01-01T00:00:00.000Z', 'evt_a', 'whk_b')],
    ['cursor', packed('-000001-01-01T00:00:00.000Z', 'evt_a', 'whk_b')],
    ['cursor', packed('0000-01-01T00:00:00.000Z', 'evt_a', 'whk_b')],
    ['cursor', packed('2030-01-01T00:00:00.000Z', 'evt_\u0000', 'whk_b')],
  ])('deliveries by %s=%j are refused, and the refusal names the parameter', async (name, value) => {
    const response = await service.call('GET', `${DELIVERIES}?${new URLSearchParams({ [name]: value }).toString()}`, { key });
    expectRefusal(response, 'invalid_parameter');
    expect(response.text).toContain(name);
  });

  it('the first and the last moment that the record holds are taken', async () => {
    const span = new URLSearchParams({ since: '0001-01-01T00:00:00Z', until: '9999-12-31T23:59:59.999Z' });
    expect((await service.call('GET', `${DELIVERIES}?${span.toString()}`, { key })).body).toEqual({ deliveries: [], nextCursor: null });
  });

  it('a recovery since the year 0 is refused', async () => {
    const response = await service.call('POST', `${ENDPOINTS}/whk_x/recover`, {
      key,
      body: { since: '0000-01-01T00:00:00Z', dryRun: true },
    });
    expectRefusal(response, 'invalid_parameter');
    expect(response.text).toContain('since');
  });
});
