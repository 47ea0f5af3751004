import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageInDays, readRegistration, registryBases } from '../../../../src/facts/email/registration.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const domain = (more: object) => ({ objectClassName: 'domain', ldhName: 'EXAMPLE.com', events: [], ...more });
const event = (eventAction: string, eventDate: unknown) => ({ eventAction, eventDate });
const read = (body: unknown) => readRegistration(body, 'example.com', NOW);

describe('a registry says when a domain was registered', () => {
  it('by its registration event', () => {
    const events = [event('expiration', '2027-08-13T04:00:00Z'), event('registration', '1995-08-14T04:00:00Z')];
    expect(read(domain({ events }))).toEqual({ state: 'registered', at: new Date('1995-08-14T04:00:00Z') });
    expect(read(domain({ ldhName: 'example.com.', events: [event('registration', '1995-08-14t04:00:00.5+02:00')] }))).toMatchObject({
      state: 'registered',
    });
  });

  it('the newest registration counts: before it somebody else was the holder', () => {
    const events = [event('registration', '1995-08-14T04:00:00Z'), event('reregistration', '2025-01-01T00:00:00Z')];
    expect(read(domain({ events }))).toEqual({ state: 'registered', at: new Date('2025-01-01T00:00:00Z') });
  });

  it('or publishes no date', () => {
    expect(read(domain({}))).toEqual({ state: 'undated' });
    expect(read(domain({ events: undefined }))).toEqual({ state: 'undated' });
    expect(read(domain({ events: [event('last changed', '2024-01-01T00:00:00Z')] }))).toEqual({ state: 'undated' });
  });

  it.each([
    ['another name', domain({ ldhName: 'example.org', events: [event('registration', '1995-08-14T04:00:00Z')] })],
    ['no name', domain({ ldhName: undefined })],
    ['another kind of object', { objectClassName: 'entity', ldhName: 'example.com' }],
    ['the time before domains', domain({ events: [event('registration', '1970-01-01T00:00:00Z')] })],
    ['the future', domain({ events: [event('registration', '2027-01-01T00:00:00Z')] })],
    ['no date', domain({ events: [event('registration', 'unknown')] })],
    ['a number', domain({ events: [event('registration', 820_000_000)] })],
    ['a date without a time', domain({ events: [event('registration', '1995-08-14')] })],
    ['a list', []],
    ['null', null],
    ['text', 'registered'],
  ])('%s is no answer', (_what, body) => {
    expect(read(body)).toBeNull();
  });

  it('nothing at all can make it throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        read(body);
        registryBases(body, 'example.com');
      }),
    );
  });
});

describe('age', () => {
  it('is in whole days and never negative', () => {
    expect(ageInDays(new Date('2026-11-20T12:00:01Z'), NOW)).toBe(0);
    expect(ageInDays(new Date('2026-11-20T12:00:00Z'), NOW)).toBe(1);
    expect(ageInDays(new Date('2026-11-21T12:00:30Z'), NOW)).toBe(0);
    expect(ageInDays(new Date('1995-08-14T04:00:00Z'), NOW)).toBe(11_422);
  });
});

describe('the registry of a domain', () => {
  const file = {
    services: [
      [['com', 'NET'], ['https://rdap.example.com/v1/']],
      [['co.example'], ['https://third.example.org/']],
      [['example'], ['https://second.example.org']],
    ],
  };

  it('is found by the longest suffix', () => {
    expect(registryBases(file, 'ada.com')).toEqual(['https://rdap.example.com/v1/']);
    expect(registryBases(file, 'ada.net')).toEqual(['https://rdap.example.com/v1/']);
    expect(registryBases(file, 'ada.co.example')).toEqual(['https://third.example.org/']);
    expect(registryBases(file, 'ada.example')).toEqual(['https://second.example.org']);
    expect(registryBases(file, 'ada.org')).toEqual([]);
    expect(registryBases(file, 'com')).toEqual([]);
  });

  it('is unknown in a broken file', () => {
    expect(registryBases({ services: [[['com']], 'x', [['com'], [1]]] }, 'ada.com')).toEqual([]);
    expect(registryBases({}, 'ada.com')).toEqual([]);
  });
});
