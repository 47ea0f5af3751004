import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cachedForMs,
  contentKindOf,
  headerOf,
  type HttpResponse,
  isPage,
  redirectTarget,
  retryAfterSeconds,
} from '../../../../src/kernel/net/http-response.js';

const response = (headers: Record<string, string> = {}, more: Partial<HttpResponse> = {}): HttpResponse => ({
  status: 200,
  headers,
  body: '',
  url: 'https://example.com/u/ada',
  ...more,
});
const labelled = (type: string, body = ''): HttpResponse => response({ 'content-type': type }, { body });

describe('the kind of a response', () => {
  it.each([
    ['application/json', 'json'],
    ['text/json; charset=utf-8', 'json'],
    ['application/x-json', 'json'],
    ['application/problem+json', 'json'],
    [' TEXT/HTML ;charset=utf-8', 'html'],
    ['application/xhtml+xml', 'html'],
    ['image/png', 'image'],
    ['text/xml', 'xml'],
    ['application/xml', 'xml'],
    ['application/rss+xml', 'xml'],
    ['text/plain', 'text'],
    ['application/json5', 'binary'],
    ['xapplication/json', 'binary'],
    ['application/octet-stream', 'binary'],
    ['x-image/png', 'binary'],
    ['x-text/plain', 'binary'],
    ['application/json+more', 'binary'],
    ['application/xml+more', 'binary'],
  ])('is what its label says: %s is %s', (type, kind) => expect(contentKindOf(labelled(type))).toBe(kind));

  it('is unknown without a label, and never guessed from the body', () => {
    for (const each of [response({}, { body: '{"a":1}' }), labelled(''), labelled(' ; charset=utf-8')])
      expect(contentKindOf(each)).toBeNull();
  });
});

it('a header is one that the response has: what every object has is none', () => {
  expect(headerOf(response({ location: '/' }), 'location')).toBe('/');
  expect(headerOf(response(), 'location')).toBeUndefined();
  expect(headerOf(response(), 'constructor')).toBeUndefined();
});

describe('a page for people', () => {
  it('is what is labelled as HTML, whatever it holds', () => expect(isPage(labelled('text/html', '{}'))).toBe(true));

  it.each(['<!DOCTYPE html>', '<html>', '<head>', '<body>', '<script>', ' \n<HTML lang="en">'])(
    'is markup under another label: %s',
    (body) => {
      for (const type of ['image/png', 'text/plain', 'application/octet-stream']) expect(isPage(labelled(type, body))).toBe(true);
      expect(isPage(response({}, { body }))).toBe(true);
      expect(isPage(labelled('application/json', body))).toBe(false);
    },
  );

  it('is not any markup, nor markup that comes late', () => {
    for (const body of ['<div>', 'see <html>', '', `${' '.repeat(1_000)}<html>`]) expect(isPage(labelled('text/plain', body))).toBe(false);
    expect(isPage(labelled('text/plain', `${' '.repeat(990)}<html>`))).toBe(true);
  });
});

describe('where a redirect leads', () => {
  const to = (location: string, status = 302) => redirectTarget(response({ location }, { status }))?.href ?? null;

  it('is an absolute address, resolved at the response’s own', () => {
    expect(to('../404')).toBe('https://example.com/404');
    expect(to('https://example.org/')).toBe('https://example.org/');
  });

  it('is nowhere without a redirect or an address that can be read', () => {
    expect([299, 300, 399, 400].map((status) => to('/', status) !== null)).toEqual([false, true, true, false]);
    expect(redirectTarget(response({}, { status: 302 }))).toBeNull();
    expect(to('https://[')).toBeNull();
  });
});

describe('the pause that a platform asks for', () => {
  const NOW = 'Tue, 01 Jan 2030 00:00:00 GMT';
  const backoff = (retryAfter: string, date?: string) =>
    retryAfterSeconds(response({ 'retry-after': retryAfter, ...(date === undefined ? {} : { date }) }));

  it('is its seconds, a day at most', () => {
    expect(['0', '120', ' 90 ', '86400', '86401'].map((text) => backoff(text))).toEqual([0, 120, 90, 86_400, 86_400]);
  });

  it('is until its date on the platform’s own clock, never negative, a day at most, in whole seconds upwards', () => {
    expect(backoff('Tue, 01 Jan 2030 00:02:00 GMT', NOW)).toBe(120);
    expect(backoff('Mon, 31 Dec 2029 23:59:00 GMT', NOW)).toBe(0);
    expect(backoff('Fri, 01 Feb 2030 00:00:00 GMT', NOW)).toBe(86_400);
    expect(backoff('2030-01-01T00:00:01.500Z', NOW)).toBe(2);
  });

  it('is a whole number of seconds, a day at most, or unknown, whatever the platform sends', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z ]{0,4}\d{1,6}$/)), fc.constantFrom(undefined, NOW), (text, date) => {
        const seconds = backoff(text, date) ?? 0;
        expect(Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400).toBe(true);
      }),
    ));

  it('is unknown where it is missing, empty, unreadable, or a date without a clock', () => {
    expect(retryAfterSeconds(response())).toBeUndefined();
    expect(['', ' ', 'soon', '12 apples'].map((text) => backoff(text, NOW))).toEqual([undefined, undefined, undefined, undefined]);
    expect(backoff('Tue, 01 Jan 2030 00:02:00 GMT')).toBeUndefined();
  });
});

describe('how old a response was that a cache gave', () => {
  it.each<[string, Record<string, string>, number | undefined]>([
    ['its age', { age: '40' }, 40_000],
    ['of several caches the longest', { age: '12, 300' }, 300_000],
    ['a year at most', { age: '99999999999' }, 31_536_000_000],
    ['unknown beside a hit', { 'x-cache': 'MISS, HIT' }, 0],
    ['a hit at CloudFront', { 'x-cache': 'Hit from cloudfront', age: '0' }, 0],
    ['a hit of Akamai', { 'x-cache': 'TCP_MEM_HIT from a1.example' }, 0],
    ['a hit at Cloudflare', { 'cf-cache-status': 'HIT', age: '7' }, 7_000],
    ['a hit by RFC 9211', { 'cache-status': '"Edge"; hit; ttl=30' }, 0],
    ['none without such a header', {}, undefined],
    ['none of a response that passed a cache', { age: '0', 'x-cache': 'MISS' }, undefined],
    ['none of what the origin has validated', { 'x-cache': 'RefreshHit from cloudfront' }, undefined],
    ['none of what it has validated at Akamai', { 'x-cache': 'TCP_REFRESH_HIT from a1.example' }, undefined],
    ['none by a word that is no number', { age: 'old' }, undefined],
  ])('%s', (_, headers, ms) => {
    expect(cachedForMs(response(headers))).toBe(ms);
  });
});
