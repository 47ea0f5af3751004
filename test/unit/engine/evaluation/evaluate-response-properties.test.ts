import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateResponse } from '../../../../src/engine/evaluation/evaluate-response.js';
import type { HttpResponse } from '../../../../src/kernel/net/http-response.js';
import { CONTENT_KINDS } from '../../../../src/kernel/net/http-response.js';
import { JSON_SHAPES } from '../../../../src/engine/catalogue/rules/assertion-schema.js';
import type { Evidence, ProbeRule } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { CHALLENGE_HEADERS } from '../../../../src/engine/evaluation/block-page-markers.js';

const words = fc.oneof(
  fc.constantFrom('{username}', '@{username}', '{unknown}', 'ada', 'not found', '<h1>', '', '{', '(', '\ud800'),
  fc.string(),
);
const status = fc.oneof(fc.constantFrom(200, 301, 302, 401, 403, 404, 407, 429, 451, 500, 503, 999), fc.integer({ min: -1, max: 1100 }));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const pointer = fc.oneof(fc.constantFrom('', '/', '/login', '/0', '/a~1b', '/__proto__', '/constructor', 'bad'), fc.string());
const evidence: fc.Arbitrary<Evidence> = fc.record({
  status: fc.array(status, { minLength: 1, maxLength: 3 }),
  contentType: optional(fc.constantFrom(...CONTENT_KINDS)),
  json: optional(
    fc.array(
      fc.record({
        pointer,
        is: optional(fc.constantFrom(...JSON_SHAPES)),
        equals: optional(fc.jsonValue() as fc.Arbitrary<null>),
        matches: optional(words),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  ),
  contains: optional(fc.array(words, { minLength: 1, maxLength: 2 })),
  containsAny: optional(fc.array(words, { minLength: 1, maxLength: 2 })),
  lacks: optional(fc.array(words, { minLength: 1, maxLength: 2 })),
  bodyEquals: optional(words),
  location: optional(words),
  headers: optional(fc.dictionary(fc.constantFrom('x-a', 'server'), words)),
});
const base = {
  method: 'public_api',
  safety: { basis: 'public_page', reviewed: '2026-01-01', reason: 'reads a page' },
} as const;
const rule: fc.Arbitrary<ProbeRule> = fc
  .record({
    registered: optional(evidence),
    absent: optional(evidence),
    echoExemption: optional(fc.constant('a flag')),
    blockPages: optional(fc.array(words, { maxLength: 1 })),
    url: fc.constantFrom('https://example.com/{username}', 'https://example.com/{unknown}', 'nonsense'),
  })
  .map(({ url, ...rest }) => ({ ...base, request: { method: 'GET', url }, ...rest }));
const username = fc.oneof(fc.constantFrom('ada', '', '__proto__', '\ud800', '.*', '{username}'), fc.string());
const body = fc.oneof(
  fc.constantFrom('', '{}', '{"login":"ada"}', '[]', 'null', '<html><title>ada</title>', '[[[[', '{"__proto__":{"a":1}}'),
  fc.string(),
  fc.json(),
  username.map((name) => `<h1>${name}</h1>`),
);
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constantFrom<Record<string, string>[]>(
    { 'content-type': 'application/json' },
    { 'content-type': 'text/html' },
    { location: 'http://[' },
    {},
  ),
  fc.dictionary(fc.oneof(fc.constantFrom('content-type', 'location', 'retry-after', 'date', '__proto__'), fc.string()), fc.string()),
);
const answer: fc.Arbitrary<HttpResponse> = fc.record({
  status,
  headers,
  body,
  url: fc.oneof(fc.constantFrom('https://example.com/ada', '', 'not a url'), fc.string()),
});
const runs = { numRuns: 1_500 };

describe('judge, for any rule and any answer', () => {
  it('never throws, and names a reason or a side', () => {
    fc.assert(
      fc.property(rule, username, answer, (r, u, a) => {
        expect(['registered', 'not_registered', 'inconclusive']).toContain(evaluateResponse(r, { username: u }, a).state);
      }),
      runs,
    );
  });

  it('a missing side is never named', () => {
    fc.assert(
      fc.property(rule, username, answer, (r, u, a) => {
        expect(evaluateResponse({ ...r, absent: undefined }, { username: u }, a).state).not.toBe('not_registered');
        expect(evaluateResponse({ ...r, registered: undefined }, { username: u }, a).state).not.toBe('registered');
      }),
      runs,
    );
  });

  it('a refusing status that the rule does not name never concludes', () => {
    const refusing = fc.oneof(fc.constantFrom(401, 403, 407, 429, 451, 999), fc.integer({ min: 500, max: 599 }));
    fc.assert(
      fc.property(rule, username, answer, refusing, (r, u, a, s) => {
        const without = (side: Evidence | undefined) => side && { ...side, status: side.status.filter((each) => each !== s) };
        const unnamed = { ...r, registered: without(r.registered), absent: without(r.absent) };
        expect(evaluateResponse(unnamed, { username: u }, { ...a, status: s }).state).toBe('inconclusive');
      }),
      runs,
    );
  });

  it('407 never concludes, even when the rule names it', () => {
    fc.assert(
      fc.property(evidence, username, answer, (side, u, a) => {
        const naming = {
          ...base,
          request: { method: 'GET', url: 'https://example.com/{username}' },
          absent: { ...side, status: [407] },
        } as const;
        expect(evaluateResponse(naming, { username: u }, { ...a, status: 407 }).state).toBe('inconclusive');
      }),
      runs,
    );
  });

  it('a challenge header on any answer never yields a verdict', () => {
    fc.assert(
      fc.property(rule, username, answer, fc.constantFrom(...CHALLENGE_HEADERS), fc.string(), (r, u, a, name, value) => {
        expect(evaluateResponse(r, { username: u }, { ...a, headers: { ...a.headers, [name]: value } }).state).toBe('inconclusive');
      }),
      runs,
    );
  });

  it('says the same whatever the case of the identity', () => {
    fc.assert(
      fc.property(rule, fc.stringMatching(/^[a-z0-9]{1,12}$/), answer, (r, u, a) => {
        const url = 'https://example.com/elsewhere';
        const lower = evaluateResponse(r, { username: u }, { ...a, url });
        expect(evaluateResponse(r, { username: u.toUpperCase() }, { ...a, url }).state).toBe(lower.state);
      }),
      runs,
    );
  });
});
