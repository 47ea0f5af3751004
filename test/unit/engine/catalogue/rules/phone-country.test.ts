import { describe, expect, it } from 'vitest';
import { countryOf } from '../../../../../src/engine/catalogue/rules/phone-country.js';
import { phoneParts, variablesFor } from '../../../../../src/engine/http/probe-variables.js';

describe('the country of a phone number', () => {
  it.each([
    ['an American number', '+12065550142', 'US'],
    ['a Canadian one of the same plan', '+14165550142', 'CA'],
    ['a Jamaican one', '+18765550142', 'JM'],
    ['one of the Virgin Islands', '+13405550142', 'VI'],
    ['a Russian one', '+79001234567', 'RU'],
    ['a Kazakh one of the same code', '+77011234567', 'KZ'],
    ['a British landline for fiction', '+442079460123', 'GB'],
    ['a British mobile number for fiction, which the tables do not know', '+447700900123', 'GB'],
    ['Jersey is not the United Kingdom', '+441534200000', 'JE'],
    ['nor is Guernsey', '+441481200000', 'GG'],
    ['nor the Isle of Man', '+441624600000', 'IM'],
    ['an Australian number for fiction', '+61491570006', 'AU'],
    ['a French number for fiction', '+33639980142', 'FR'],
  ])('%s', (_, number, country) => {
    expect(countryOf(number)).toBe(country);
  });

  it.each([
    ['an area of the American plan that nobody has', '+19995550142'],
    ['an American number without its area', '+15550100'],
    ['a British number of no range', '+447700901000'],
    ['an international network', '+883510012345'],
    ['no number', 'ada'],
    ['nothing', ''],
  ])('%s is not determined', (_, number) => {
    expect(countryOf(number)).toBeNull();
  });
});

describe('the parts of a phone number', () => {
  it.each([
    ['+12065550142', '1', '2065550142'],
    ['+447700900123', '44', '7700900123'],
    ['+33639980142', '33', '639980142'],
    ['+493023125001', '49', '3023125001'],
    ['+4917604069012', '49', '17604069012'],
    ['+61491570006', '61', '491570006'],
    ['+46701740605', '46', '701740605'],
    ['+390600000000', '39', '0600000000'], // Italy: the zero belongs to the number
    ['+5491100000000', '54', '91100000000'],
    ['+911000000000', '91', '1000000000'],
    ['+15550100', '1', '5550100'],
  ])('%s is +%s and %s', (number, cc, national) => {
    expect(phoneParts(number)).toEqual({ 'phone:cc': cc, 'phone:national': national });
    expect(variablesFor({ type: 'phone', value: number })).toEqual({
      phone: number,
      'phone:digits': `${cc}${national}`,
      'phone:cc': cc,
      'phone:national': national,
    });
  });

  it('a text that is no phone number has none, so that no request is made with empty ones', () => {
    expect(phoneParts('ada')).toEqual({});
  });
});
