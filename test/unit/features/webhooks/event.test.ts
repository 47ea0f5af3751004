import { describe, expect, it } from 'vitest';
import { envelopeText, type NewEvent } from '../../../../src/features/webhooks/event.js';
import { statusFailure } from '../../../../src/features/webhooks/delivery.js';
import { eventIdOf } from '../../../../src/features/webhooks/store/event-writer.js';

const AT = new Date('2030-01-02T03:04:05.678Z');
const occurrence: NewEvent<'usage.threshold_reached'> = {
  type: 'usage.threshold_reached',
  accountId: 'acc_1',
  apiKeyId: 'key_1',
  dedupKey: 'usage/pool_1/2030-01-01/80',
  at: AT,
  data: { scope: 'footprint', percent: 80, used: 12, limit: 15, periodStart: '1970-01-01T00:00:00.000Z' },
};

describe('the envelope of an event', () => {
  it('has the fields of the interface document, in its order', () => {
    expect(Object.entries(JSON.parse(envelopeText('evt_1', occurrence)) as object)).toEqual([
      ['id', 'evt_1'],
      ['type', 'usage.threshold_reached'],
      ['createdAt', '2030-01-02T03:04:05.678Z'],
      ['apiVersion', '2026-11'],
      ['accountId', 'acc_1'],
      ['apiKeyId', 'key_1'],
      ['data', occurrence.data],
    ]);
  });

  it.each([null, 'mem_1', ''])('names no key where %j caused it', (apiKeyId) => {
    expect(JSON.parse(envelopeText('evt_1', { ...occurrence, apiKeyId }))).toMatchObject({ apiKeyId: '' });
  });
});

describe('the id of an event', () => {
  it('follows from its cause alone', () => {
    expect(eventIdOf('lookup/lkp_1', AT)).toBe(eventIdOf('lookup/lkp_1', AT));
    expect(eventIdOf('lookup/lkp_1', AT)).not.toBe(eventIdOf('lookup/lkp_2', AT));
    expect(eventIdOf('lookup/lkp_1', AT)).toMatch(/^evt_[0-9a-z]{26}$/);
  });

  it('is in the order of time', () => {
    const ids = Array.from({ length: 50 }, (_, index) => eventIdOf(`lookup/lkp_${index * 7919}`, new Date(AT.getTime() + index)));
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('the judgement of an answer', () => {
  it('acknowledges any 2xx and nothing else', () => {
    const acknowledged = Array.from({ length: 500 }, (_, index) => 100 + index).filter((status) => statusFailure(status) === null);
    expect(acknowledged).toEqual(Array.from({ length: 100 }, (_, index) => 200 + index));
  });

  it.each([
    [307, 'redirect'],
    [301, 'redirect'],
    [304, 'status'],
    [410, 'gone'],
    [413, 'payload_too_large'],
    [404, 'status'],
    [429, 'status'],
    [503, 'status'],
  ] as const)('%i is %s', (status, failure) => {
    expect(statusFailure(status)).toBe(failure);
  });
});
