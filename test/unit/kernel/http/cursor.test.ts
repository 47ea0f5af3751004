import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryCursor, omissionCursor, slugCursor, timeCursor } from '../../../../src/kernel/http/cursor.js';

describe('a cursor', () => {
  it('comes back as it was given out, and is safe in an address', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
        fc.stringMatching(/^[\w-]{1,64}$/),
        (at, id) => {
          const cursor = timeCursor.encode({ at, id });
          expect(cursor).toMatch(/^[\w-]+$/);
          expect(timeCursor.decode(cursor)).toEqual({ at, id });
        },
      ),
    ));

  it('of an omission comes back as well, and neither is taken for the other', () =>
    fc.assert(
      fc.property(
        fc.nat(2_147_483_647),
        fc.stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,20}){0,2}$/),
        fc.constantFrom('email', 'username#5', 'phone#2'),
        (seq, platform, subject) => {
          const cursor = omissionCursor.encode({ seq, platform, subject });
          expect(cursor).toMatch(/^[\w-]+$/);
          expect(omissionCursor.decode(cursor)).toEqual({ seq, platform, subject });
          expect(() => timeCursor.decode(cursor)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
          expect(() => omissionCursor.decode(timeCursor.encode({ at: new Date(seq), id: platform }))).toThrow(
            expect.objectContaining({ code: 'invalid_parameter' }),
          );
        },
      ),
    ));

  it('of a list of platforms comes back as well', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,20}){0,2}$/), (slug) => {
        const cursor = slugCursor.encode(slug);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(slugCursor.decode(cursor)).toBe(slug);
      }),
    ));

  it('of a delivery comes back as well, as earlier releases gave it out', () => {
    const position = { createdAt: new Date('2026-11-30T09:08:07.654Z'), eventId: 'evt_01jd3k', endpointId: 'whe_01jd3m' };
    const cursor = Buffer.from('["2026-11-30T09:08:07.654Z","evt_01jd3k","whe_01jd3m"]').toString('base64url');
    expect(deliveryCursor.encode(position)).toBe(cursor);
    expect(deliveryCursor.decode(cursor)).toEqual(position);
    for (const text of ['["2026-13-30T09:08:07.654Z","a","b"]', '["2026-11-30T09:08:07.654Z","a\\u0000","b"]', '["a","b"]'])
      expect(() => deliveryCursor.decode(Buffer.from(text).toString('base64url'))).toThrow(
        expect.objectContaining({ code: 'invalid_parameter' }),
      );
  });

  it('is refused when it cannot have been given out, without a word of it', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { decode } of [timeCursor, omissionCursor, deliveryCursor])
          expect(() => decode(text)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
      }),
    ));
});
