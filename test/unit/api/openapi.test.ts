import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS } from '../../../src/kernel/values/errors.js';
import { describeApi } from '../../../src/api/openapi/document.js';
import { toJsonSchemas } from '../../../src/api/openapi/json-schemas.js';
import { apiRoutes } from '../../../src/api/routes.js';
import { pathOf } from '../../../src/api/openapi/operation.js';
import type { Route } from '../../../src/features/route.js';

const ROUTES = apiRoutes;
const DOCUMENT = describeApi(ROUTES);

/** A part of the document by its steps. */
function at(...steps: (string | number)[]): unknown {
  return steps.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], DOCUMENT);
}

/** The same, with one reference followed. */
function resolved(value: unknown): unknown {
  const reference = (value as { $ref?: string } | undefined)?.$ref;
  return reference === undefined ? value : at(...reference.slice(2).split('/'));
}

/** Every object schema within a schema, references followed. */
function objectsIn(schema: unknown): { additionalProperties?: unknown }[] {
  const value = resolved(schema);
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as { type?: unknown }).type === 'object' ? [value] : [];
  return [...own, ...Object.values(value).flatMap(objectsIn)];
}

const operationOf = (route: Route): unknown => at('paths', pathOf(route), route.method);
const responsesOf = (route: Route) => (operationOf(route) as { responses: Record<string, unknown> }).responses;

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 by the rules of the specification', async () => {
    const config = await createConfig({ extends: ['spec'], rules: { 'no-unresolved-refs': 'error' } });
    const problems = await lintFromString({ source: JSON.stringify(DOCUMENT), config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
  });

  it('names the schemas as the interface document does', () => {
    expect(Object.keys(DOCUMENT.components?.schemas ?? {})).toEqual(
      expect.arrayContaining([
        'ApiError',
        'BatchItem',
        'BatchLookup',
        'BatchResponse',
        'BatchResult',
        'BreachRecord',
        'EmailCheck',
        'EmailCheckResponse',
        'EmailDetails',
        'IpCheck',
        'IpCheckResponse',
        'IpDetails',
        'LookupHistoryEntry',
        'LookupRequest',
        'LookupResponse',
        'PendingLookup',
        'PhoneCheck',
        'PhoneCheckResponse',
        'PhoneDetails',
        'PlatformList',
        'PlatformResult',
        'PlatformSummary',
        'WebMention',
      ]),
    );
  });

  it.each(ROUTES.map((route) => [route.operationId, route] as const))(
    '%s lists every code it answers, each under its status',
    (_, route) => {
      for (const code of [...route.errors, 'unauthorized', 'rate_limit_exceeded', 'internal_error', 'unavailable'] as const) {
        const response = resolved(responsesOf(route)[ERRORS[code].status]) as { content: Record<string, { examples: object }> } | undefined;
        expect(Object.keys(response?.content['application/json']?.examples ?? {})).toContain(code);
      }
    },
  );

  it.each(ROUTES.map((route) => [route.operationId, route] as const))('%s names the headers of every response', (_, route) => {
    for (const [status, response] of Object.entries(responsesOf(route))) {
      const headers = Object.keys((resolved(response) as { headers: object }).headers);
      expect(headers).toEqual(expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-Request-Id']));
      expect(headers.includes('Retry-After')).toBe(status === '429' || status === '503');
    }
  });

  it.each(ROUTES.map((route) => [route.operationId, route] as const))('%s is explained, and its examples fit its schemas', (_, route) => {
    expect((operationOf(route) as { description: string }).description).toMatch(/\S/);
    for (const example of Object.values(route.requestExamples ?? {})) expect(() => route.body?.parse(example.value)).not.toThrow();
    for (const example of Object.values(route.responseExamples ?? {})) expect(route.response.parse(example.value)).toEqual(example.value);
  });

  it('every link leads to an operation that takes its parameters', () => {
    const links = ROUTES.flatMap((route) =>
      Object.values(
        (responsesOf(route)['200'] as { links?: Record<string, { operationId: string; parameters: object }> } | undefined)?.links ?? {},
      ),
    );
    expect(links.length).toBeGreaterThanOrEqual(5);
    for (const { operationId, parameters } of links) {
      const target = ROUTES.find((route) => route.operationId === operationId);
      expect(Object.keys((target?.params as z.ZodObject | undefined)?.shape ?? {})).toEqual(Object.keys(parameters));
    }
  });

  it('the stream answers events, and the payload of each type is a schema', () => {
    const events = at('paths', '/v1/lookup/stream', 'get', 'responses', '200', 'content', 'text/event-stream', 'schema', 'oneOf');
    const payloads = (events as { properties: { event: { const: string }; data: { contentSchema: { $ref: string } } } }[]).map(
      ({ properties }) => [properties.event.const, properties.data.contentSchema.$ref.split('/').at(-1)],
    );
    expect(Object.fromEntries(payloads)).toEqual({
      platform_result: 'PlatformResult',
      breach_result: 'BreachResultEvent',
      web_mentions_result: 'WebMentionsResultEvent',
      phone_details_result: 'PhoneDetailsResultEvent',
      done: 'DoneEvent',
    });
  });

  it('billed posts and streams take an Idempotency-Key', () => {
    const unbilled = ['priceLookupV2', 'disputeResult', 'recordOutcomes', 'pauseBatch', 'resumeBatch', 'cancelBatch'];
    for (const route of ROUTES.filter(
      ({ operationId, method, scopes = [], startsWork }) =>
        startsWork || (method === 'post' && scopes.includes('lookups:create') && !unbilled.includes(operationId)),
    )) {
      const names = (operationOf(route) as { parameters?: { name: string }[] }).parameters?.map(({ name }) => name);
      expect(names).toContain('Idempotency-Key');
    }
  });

  it('what has an entity tag says so: the header of its answer, If-None-Match and 304', () => {
    const tagged = ROUTES.filter((route) => '304' in responsesOf(route));
    expect(tagged.map(({ operationId }) => operationId).sort()).toEqual(['getLookupV2', 'listPlatformStatus']);
    for (const route of tagged) {
      expect((responsesOf(route)['200'] as { headers: object }).headers).toHaveProperty('ETag');
      expect((operationOf(route) as { parameters: { name: string }[] }).parameters.map(({ name }) => name)).toContain('If-None-Match');
    }
  });

  it('refuses two operations under one id', () => {
    const [first] = ROUTES;
    expect(() => describeApi(first ? [first, first] : [])).toThrow('two operations are called');
  });
});

describe('schemas of the document', () => {
  const bodies = ROUTES.filter((route) => route.body).map((route) => [route.operationId, route] as const);

  it.each(bodies)('the objects of the body of %s are closed on v2, and open on v1', (_, route) => {
    const seen = objectsIn(at('paths', pathOf(route), route.method, 'requestBody', 'content', 'application/json', 'schema'));
    expect(seen.length).toBeGreaterThan(0);
    for (const { additionalProperties } of seen) expect(additionalProperties === false).toBe(!route.path.startsWith('/v1/'));
  });

  it('a part that may be null keeps its name', () => {
    expect(at('components', 'schemas', 'LookupResponse', 'properties', 'phoneDetails')).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/PhoneDetails' }, { type: 'null' }],
    });
    expect(at('components', 'schemas', 'PhoneDetails', 'type')).toBe('object');
  });

  it('refuses two schemas under one name', () => {
    const named = (shape: z.ZodType) => z.object({ shape }).meta({ id: 'TwiceNamedInATest' });
    expect(() => toJsonSchemas({ one: named(z.string()), other: named(z.number()) })).toThrow('TwiceNamedInATest');
  });
});
