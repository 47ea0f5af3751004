import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../../../src/kernel/identity/identity-parser.js';
import { createPhoneInspector } from '../../../../../src/facts/phone/sources/index.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import type { PhoneDetails } from '../../../../../src/facts/phone/phone-details.js';

type Row = readonly [phone: string, lineType: string, country: string | null, carrier?: string];

/** Numbers of ranges in use: what the plan says of them, and the carrier that the range was given to. */
const VALID: readonly Row[] = [
  // North America: fixed and mobile lines share ranges, and no register of carriers is public.
  ['+12025550123', 'fixed_line_or_mobile', 'US'],
  ['+14155552671', 'fixed_line_or_mobile', 'US'],
  ['+14165550123', 'fixed_line_or_mobile', 'CA'],
  ['+18005551212', 'toll_free', 'US'],
  ['+19005551212', 'premium_rate', 'US'],
  ['+15005550006', 'personal_number', 'US'],
  ['+15225550100', 'personal_number', 'US'],
  ['+447400123456', 'mobile', 'GB', 'Three'],
  ['+442079460000', 'fixed_line', 'GB'],
  ['+445612345678', 'voip', 'GB'],
  ['+448081570000', 'toll_free', 'GB'],
  ['+443333210000', 'uan', 'GB'],
  ['+447012345678', 'personal_number', 'GB'],
  ['+4915112345678', 'mobile', 'DE', 'T-Mobile'],
  ['+4930901820', 'fixed_line', 'DE'],
  ['+919876543210', 'mobile', 'IN', 'Airtel'],
  ['+912227782183', 'fixed_line', 'IN'],
  ['+911800123456', 'toll_free', 'IN'],
  ['+5511987654321', 'mobile', 'BR', 'TIM'],
  ['+551130300000', 'fixed_line', 'BR'],
  ['+558001234567', 'toll_free', 'BR'],
  ['+33612345678', 'mobile', 'FR', 'SFR'],
  ['+33970123456', 'voip', 'FR'],
  ['+815012345678', 'voip', 'JP'],
  ['+819012345678', 'mobile', 'JP', 'KDDI'],
  ['+6531581234', 'voip', 'SG'],
  ['+61412345678', 'mobile', 'AU', 'Optus'],
  ['+79161234567', 'mobile', 'RU'],
  ['+8613812345678', 'mobile', 'CN', 'China Mobile'],
  ['+390612345678', 'fixed_line', 'IT'],
  ['+34612345678', 'mobile', 'ES', 'Syma'],
  ['+358401234567', 'mobile', 'FI', 'Telia'],
  ['+447911123456', 'mobile', 'GG', 'JT'],
  ['+525512345678', 'fixed_line_or_mobile', 'MX'],
  ['+2348031234567', 'mobile', 'NG', 'MTN'],
  ['+27821234567', 'mobile', 'ZA', 'Vodacom'],
  ['+31612345678', 'mobile', 'NL', 'KPN'],
  // Codes that belong to no country.
  ['+883510012345', 'voip', null],
  ['+882160012345', 'voip', null],
  ['+80012345678', 'toll_free', null],
  ['+870773111632', 'mobile', null],
  ['+881612345678', 'mobile', null, 'iridium satellite'],
];

/** Numbers that can be dialled and are of no range in use. */
const UNASSIGNED: readonly (readonly [phone: string, country: string | null, why: string])[] = [
  ['+447700900123', null, 'kept for films; the carrier table names O2 for it'],
  ['+493221123456', 'DE', 'a German VOIP range that the plans do not have'],
  ['+11234567890', null, 'no area code begins with 1'],
  ['+972501234567', 'IL', 'a block that nobody was given'],
];

/** What is refused before any module runs (422). */
const REFUSED: readonly (readonly [text: string, why: string])[] = [
  ['+1202555', 'too short for the country'],
  ['+12345', 'far too short'],
  ['+4474001234561111', 'too long for the country'],
  ['+999123456789', 'no such country code'],
  ['not a phone', 'no number'],
  ['+', 'no digits'],
  ['', 'nothing'],
  ['12025550123', 'no country code'],
  ['+1 202 555 0123 ext. 5', 'an extension'],
];

let http: ProviderHttp;
beforeAll(() => {
  http = createProviderHttp();
});
afterAll(() => http.close());
const parser = new LibraryIdentityParser();
const inspect = (phone: string) => {
  const inspector = createPhoneInspector({ config: readConfig({}), http });
  return inspector.inspect(phone, { signal: new AbortController().signal, budgetMs: 10_000 });
};

describe('a number of a range in use', () => {
  const rows = VALID.map(([phone, lineType, countryCode, carrier = null]) => ({ phone, lineType, countryCode, carrier }));
  it.each(rows)('$phone is $lineType in $countryCode, of $carrier', async ({ phone, lineType, countryCode, carrier }) => {
    expect(parser.phone(phone)).toBe(phone);
    const { facts, notes } = await inspect(phone);
    const isVoip = lineType === 'voip' ? true : null;
    expect(facts).toEqual({ valid: true, carrier, lineType, countryCode, voipClass: null, isVoip } satisfies PhoneDetails);
    expect(notes.map(({ source, failure }) => [source, failure])).toEqual([
      ['number-plan', null],
      ['allocated-carrier', carrier === null ? 'unknown' : null],
    ]);
  });
});

describe('a number of no range in use', () => {
  it.each(UNASSIGNED)('%s (country %s) is not valid, and nothing else is said of it: %s', async (phone, countryCode) => {
    expect(parser.phone(phone)).toBe(phone);
    const { facts, notes } = await inspect(phone);
    expect(facts).toEqual({ valid: false, carrier: null, lineType: null, countryCode, voipClass: null, isVoip: null });
    expect(notes[0]).toMatchObject({ codes: ['unassigned_range'] });
    expect(notes[1]).toMatchObject({ source: 'allocated-carrier', failure: 'not_applicable' });
  });
});

describe('what is no number', () => {
  it.each(REFUSED)('%j is refused: %s', (text) => {
    expect(parser.phone(text)).toBeNull();
  });
});
