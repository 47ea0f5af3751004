import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRequestId } from '../../../../src/kernel/http/request-context.js';

describe('newRequestId', () => {
  it('keeps a short plain id', () => {
    expect(newRequestId('order-4711')).toBe('order-4711');
  });

  it('whatever is offered, the id is plain and fits a log line', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ minLength: 8, maxLength: 64 })), (offered) => {
        const id = newRequestId(offered);
        expect(id).toMatch(/^[\w.:-]{8,64}$/);
        expect(id === offered || id.startsWith('req_')).toBe(true);
      }),
    );
  });
});
