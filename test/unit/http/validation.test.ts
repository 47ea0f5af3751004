import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../../../src/domain/errors.js';
import { parsePart } from '../../../src/http/validation.js';

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

  it('names the part when the fault has no field', () => {
    expect(refusalOf(null).message).toMatch(/^body: /);
    expect(refusalOf(['x']).message).toMatch(/^body: /);
  });

  it('is invalid_parameter unless the operation has a code of its own', () => {
    expect(refusalOf({}).code).toBe('invalid_parameter');
    expect(refusalOf({}, 'invalid_batch').code).toBe('invalid_batch');
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
