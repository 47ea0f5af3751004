import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../../../../src/kernel/values/errors.js';
import { parsePart } from '../../../../src/kernel/http/validation.js';

const schema = z.object({ query: z.string().max(5), items: z.array(z.object({ email: z.string() })).optional() });

function refusalOf(value: unknown, ...rest: [] | ['invalid_batch']): ServiceError {
  try {
    parsePart(schema, value, 'body', ...rest);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('parsePart', () => {
  it('gives what the schema makes of a value', () => {
    expect(parsePart(schema, { query: 'ada', other: 1 }, 'body')).toEqual({ query: 'ada' });
  });

  it('names the field, never its value', () => {
    expect(refusalOf({ query: 'ada-example' }).message).toMatch(/^query: /);
    expect(refusalOf({ query: 'ada-example' }).message).not.toContain('ada');
    expect(refusalOf({ query: 'ada', items: [{ email: 'x' }, { email: 7 }] }).message).toMatch(/^items\.1\.email: /);
  });

  it('takes null for a field that may be left out as left out, wherever it is, and for no other', () => {
    const item = z.strictObject({ email: z.string(), note: z.string().optional(), name: z.string().nullable().optional() });
    const items = z.object({ items: z.array(item), mode: z.enum(['wait']).default('wait'), tags: z.array(z.string()).optional() });
    const sent = { items: [{ email: 'a', note: null, name: null }], mode: null, tags: null };
    expect(parsePart(items, sent, 'body')).toEqual({ items: [{ email: 'a', name: null }], mode: 'wait' });
    expect(sent.items[0]).toEqual({ email: 'a', note: null, name: null });
    expect(() => parsePart(items, { items: [{ email: null, note: null }] }, 'body')).toThrow(/^items\.0\.email: /);
    expect(() => parsePart(items, { items: null }, 'body')).toThrow(/^items: /);
    expect(() => parsePart(items, { items: [null] }, 'body')).toThrow(/^items\.0: /);
    expect(() => parsePart(items, { items: [], tags: [null] }, 'body')).toThrow(/^tags\.0: /);
  });

  it('refuses what is nested deeply beside a null like anything else', () => {
    const strict = z.strictObject({ query: z.string().optional() });
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(() => parsePart(strict, { query: null, deep }, 'body')).toThrow(/^unknown field: deep/);
  });

  it('copies each list once, however many of its entries have a null', () => {
    const items = z.object({ items: z.array(z.object({ note: z.string().optional() })) });
    const sent = { items: Array.from({ length: 20_000 }, () => ({ note: null })) };
    let copies = 0;
    const counted = new Proxy(sent.items, {
      ownKeys: (target) => {
        copies += 1;
        return Reflect.ownKeys(target);
      },
      get: (target, key, receiver) => {
        if (key === Symbol.iterator) copies += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    expect((parsePart(items, { items: counted }, 'body') as { items: unknown[] }).items).toHaveLength(20_000);
    expect(copies).toBeLessThan(4);
  });

  it('names the part when the fault has no field', () => {
    expect(refusalOf(null).message).toMatch(/^body: /);
    expect(refusalOf(['x']).message).toMatch(/^body: /);
  });

  it('is invalid_parameter unless the operation has a code of its own', () => {
    expect(refusalOf({}).code).toBe('invalid_parameter');
    expect(refusalOf({}, 'invalid_batch').code).toBe('invalid_batch');
  });

  it('calls a missing field missing, wherever it is', () => {
    expect(refusalOf({}).message).toBe('query: missing.');
    expect(refusalOf({ query: 'ada', items: [{}] }).message).toBe('items.0.email: missing.');
    expect(refusalOf(undefined).message).toBe('body: missing.');
    for (const field of [
      z.enum(['wait', 'async']),
      z.union([z.string(), z.number()]),
      z.iso.datetime(),
      z.array(z.string()),
      z.strictObject({}),
      z.boolean(),
      z.int(),
    ]) {
      expect(() => parsePart(z.object({ field }), {}, 'body')).toThrow(/^field: missing\.$/);
    }
  });

  it.each([
    [z.string(), 7, 'must be a string'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.number(), 'x', 'must be a number'],
    [z.array(z.string()), {}, 'must be an array'],
    [z.strictObject({}), [], 'must be an object'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 items'],
    [z.array(z.string()).min(1), [], 'must have at least 1 item'],
    [z.string().max(3), 'long', 'must have at most 3 characters'],
    [z.string().min(1), '', 'must not be empty'],
    [z.int().min(1), 0, 'must be at least 1'],
    [z.int().max(50), 51, 'must be at most 50'],
    [z.enum(['wait', 'async']), 'soon', 'must be one of wait, async'],
    [z.literal(true), false, 'must be true'],
    [z.iso.datetime(), 'yesterday', 'must be a time, such as 2026-01-31T12:00:00Z'],
    [z.iso.date(), 'yesterday', 'must be a date, such as 2026-01-31'],
    [z.string().regex(/^a$/), 'b', 'does not have the expected form'],
    [z.union([z.int(), z.boolean()]), 'x', 'does not have the expected form'],
  ])('says in words of its own what is wrong (%#)', (field: z.ZodType, value, fault) => {
    expect(() => parsePart(z.object({ field }), { field: value }, 'body')).toThrow(
      new ServiceError('invalid_parameter', `field: ${fault}.`),
    );
  });

  it('does not repeat names that a caller made up', () => {
    const record = z.record(z.string(), z.number());
    try {
      parsePart(record, { 'ada@example.com': 'x' }, 'body');
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message).not.toContain('ada');
    }
  });
});

describe('parsePart of a strict schema', () => {
  const strict = z.strictObject({ query: z.string(), items: z.array(z.strictObject({ email: z.string() })).optional() });
  const refusal = (value: unknown, part = 'body'): ServiceError => {
    try {
      parsePart(strict, value, part, 'invalid_batch');
    } catch (error) {
      return error as ServiceError;
    }
    throw new Error('it was accepted');
  };

  it('names every field that it does not know, with its path, as invalid_parameter', () => {
    const { code, message } = refusal({ query: 'ada', limits: 1, items: [{ email: 'x' }, { email: 'x', mail: 'secret' }] });
    expect(code).toBe('invalid_parameter');
    expect(message).toBe('unknown fields: items.1.mail, limits.');
    expect(refusal({ query: 'ada', limits: 1 }, 'query').message).toBe('unknown parameter: limits.');
  });

  it('names the field that is wrong before those that are unknown, under the code of the operation', () => {
    const { code, message } = refusal({ quary: 'ada' });
    expect(code).toBe('invalid_batch');
    expect(message).toBe('query: missing; unknown field: quary.');
  });

  it('repeats no name that could be a value, and no more than a few', () => {
    expect(refusal({ query: 'ada', 'ada@example.com': 1 }).message).toBe('unknown field: 1 whose names are not repeated here.');
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, 1]));
    expect(refusal({ query: 'ada', ...many }).message).toBe('unknown fields: field0, field1, field2, field3, field4, 995 more.');
  });

  it.each(['__proto__', 'constructor', 'toString'])('a field called %s is unknown like any other', (name) => {
    expect(refusal(JSON.parse(`{"query":"ada","${name}":{}}`)).message).toBe(`unknown field: ${name}.`);
  });
});
