import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../src/http/cursor.js';

describe('a cursor', () => {
  it('comes back as it was given out, and is safe in an address', () =>
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }), fc.stringMatching(/^[\w-]{1,64}$/), (at, id) => {
        const cursor = encodeCursor({ at, id });
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor)).toEqual({ at, id });
      }),
    ));

  it('is refused when it cannot have been given out, without a word of it', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
      }),
    ));
});
