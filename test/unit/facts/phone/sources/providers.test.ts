import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPhoneInspector, describePhoneSources } from '../../../../../src/facts/phone/sources/index.js';
import { createProviderHttp, type ProviderHttp } from '../../../../../src/facts/provider-http.js';
import { readConfig } from '../../../../../src/kernel/config/env.js';
import { FAULTS, type Fault, type JsonProvider, startJsonProvider } from '../../../../support/json-provider.js';

const US = '+12025550123';
const GB = '+447400123456';
const TWILIO = (phone: string) => `/v2/PhoneNumbers/${phone}`;
const TELNYX = (phone: string) => `/v2/number_lookup/${phone}`;
let provider: JsonProvider;
let http: ProviderHttp;
beforeEach(async () => {
  provider = await startJsonProvider();
  http = createProviderHttp();
});
afterEach(async () => {
  await Promise.all([http.close(), provider.close()]);
});

const env = (...names: ('twilio' | 'telnyx')[]) => ({
  ...(names.includes('twilio') ? { TWILIO_ACCOUNT_SID: 'AC-test', TWILIO_AUTH_TOKEN: 'token-test', TWILIO_LOOKUP_URL: provider.url } : {}),
  ...(names.includes('telnyx') ? { TELNYX_API_KEY: 'key-test', TELNYX_URL: provider.url } : {}),
});
async function inspect(config: Record<string, string>, phone: string, budgetMs = 10_000) {
  const { facts, notes } = await createPhoneInspector({ config: readConfig(config), http }).inspect(phone, {
    signal: new AbortController().signal,
    budgetMs,
  });
  return { facts, notes, note: (source: string) => notes.find((note) => note.source === source) };
}
const line = (phone: string, intelligence: object | null, more: object = {}) => ({
  calling_country_code: '1',
  country_code: phone === GB ? 'GB' : 'US',
  phone_number: phone,
  national_format: '',
  valid: true,
  validation_errors: [],
  line_type_intelligence: intelligence,
  ...more,
});
const intelligence = (type: string | null, more: object = {}) => ({
  type,
  carrier_name: 'Example Mobile',
  mobile_country_code: null,
  mobile_network_code: null,
  error_code: null,
  ...more,
});
const lookup = (phone: string, type: string | null, registered: string | null, more: object = {}) => ({
  data: {
    country_code: 'US',
    phone_number: phone,
    national_format: '',
    carrier: { name: 'EXAMPLE CARRIER', type, error_code: null },
    portability: { line_type: registered, ported_status: 'N', spid_carrier_name: 'EXAMPLE SPID' },
    ...more,
  },
});

describe('Twilio', () => {
  it("is asked for line type intelligence with the account's credentials", async () => {
    provider.replies.set(TWILIO(US), { json: line(US, intelligence('mobile')) });
    await inspect(env('twilio'), US);
    const [seen] = provider.seen;
    expect(seen?.query.get('Fields')).toBe('line_type_intelligence');
    expect(seen?.headers.authorization).toBe(`Basic ${Buffer.from('AC-test:token-test').toString('base64')}`);
  });

  it.each([
    ['nonFixedVoip', { lineType: 'voip', isVoip: true, voipClass: 'nonFixed' }],
    ['fixedVoip', { lineType: 'voip', isVoip: true, voipClass: 'fixed' }],
    ['mobile', { lineType: 'mobile', isVoip: false, voipClass: null }],
    ['landline', { lineType: 'fixed_line', isVoip: false, voipClass: null }],
    ['tollFree', { lineType: 'toll_free', isVoip: false, voipClass: null }],
    ['unknown', { lineType: 'fixed_line_or_mobile', isVoip: null, voipClass: null }],
    [null, { lineType: 'fixed_line_or_mobile', isVoip: null, voipClass: null }],
    ['toString', { lineType: 'fixed_line_or_mobile', isVoip: null, voipClass: null }],
  ])('telling of %s', async (type, expected) => {
    provider.replies.set(TWILIO(US), { json: line(US, intelligence(type)) });
    expect((await inspect(env('twilio'), US)).facts).toEqual({ valid: true, countryCode: 'US', carrier: 'Example Mobile', ...expected });
  });

  it('knows of porting: its carrier comes before the one that the range was given to', async () => {
    provider.replies.set(TWILIO(GB), { json: line(GB, intelligence('mobile', { carrier_name: 'Now Elsewhere' })) });
    const { facts, note } = await inspect(env('twilio'), GB);
    expect(facts?.carrier).toBe('Now Elsewhere');
    expect(note('allocated-carrier')?.decidedFields).toEqual([]);
  });

  it('that needs an approval for a country tells nothing of the line', async () => {
    provider.replies.set(TWILIO(US), { json: line(US, intelligence(null, { error_code: 60_601, carrier_name: null })) });
    const { facts, note } = await inspect(env('twilio'), US);
    expect(facts).toMatchObject({ valid: true, lineType: 'fixed_line_or_mobile', isVoip: null, carrier: null });
    expect(note('twilio')).toMatchObject({ failure: null, codes: ['line_type_refused'] });
  });

  it('may know better than the plan whether a number is one, either way', async () => {
    const german = '+493221123456';
    provider.replies.set(TWILIO(german), { json: line(german, intelligence('fixedVoip'), { country_code: 'DE' }) });
    provider.replies.set(TWILIO(GB), { json: line(GB, null, { valid: false, validation_errors: ['INVALID_LENGTH'] }) });
    expect((await inspect(env('twilio'), german)).facts).toMatchObject({
      valid: true,
      lineType: 'voip',
      voipClass: 'fixed',
      countryCode: 'DE',
    });
    expect((await inspect(env('twilio'), GB)).facts).toEqual({
      valid: false,
      carrier: null,
      lineType: null,
      countryCode: 'GB',
      voipClass: null,
      isVoip: null,
    });
  });

  it.each([
    ['about another number', line(GB, intelligence('nonFixedVoip'))],
    ['without validity', { ...line(US, intelligence('nonFixedVoip')), valid: undefined }],
    ['that is a list', [line(US, intelligence('nonFixedVoip'))]],
  ])('with an answer %s decides nothing', async (_, json) => {
    provider.replies.set(TWILIO(US), { json });
    const { facts, note } = await inspect(env('twilio'), US);
    expect(note('twilio')).toMatchObject({ failure: 'malformed', decidedFields: [] });
    expect(facts).toMatchObject({ lineType: 'fixed_line_or_mobile', isVoip: null });
  });
});

describe('Telnyx', () => {
  it.each<[string | null, string | null, object]>([
    ['voip', 'voip', { lineType: 'voip', isVoip: true, voipClass: null }],
    ['voip', null, { lineType: 'voip', isVoip: true, voipClass: null }],
    ['fixed line', 'fixed line', { lineType: 'fixed_line', isVoip: false }],
    ['mobile', '', { lineType: 'mobile', isVoip: false }],
    ['fixed line or mobile', null, { lineType: 'fixed_line_or_mobile', isVoip: null }],
    ['mobile', 'voip', { lineType: null, isVoip: null }], // they disagree: nobody knows
    ['fixed line', 'mobile', { lineType: null, isVoip: null }],
    ['mobile', 'fixed line or mobile', { lineType: 'fixed_line_or_mobile', isVoip: null }],
    ['unknown', 'unknown', { lineType: 'fixed_line_or_mobile', isVoip: null }],
  ])('telling of %j by the carrier and %j by the register', async (type, registered, expected) => {
    provider.replies.set(TELNYX(US), { json: lookup(US, type, registered) });
    const { facts } = await inspect(env('telnyx'), US);
    expect(facts).toMatchObject({ valid: true, carrier: 'EXAMPLE CARRIER', ...expected });
    expect(provider.seen[0]?.headers.authorization).toBe('Bearer key-test');
    expect(provider.seen[0]?.query.get('type')).toBe('carrier');
  });

  it('does not tell the carrier that the range was given to when the number has left it', async () => {
    const nameless = (status: string) => ({
      json: lookup(GB, 'mobile', null, { carrier: { type: 'mobile' }, portability: { ported_status: status } }),
    });
    provider.replies.set(TELNYX(GB), nameless('N'));
    expect((await inspect(env('telnyx'), GB)).facts).toMatchObject({ lineType: 'mobile', carrier: 'Three' });
    provider.replies.set(TELNYX(GB), nameless('Y'));
    expect((await inspect(env('telnyx'), GB)).facts).toMatchObject({ lineType: 'mobile', carrier: null });
    provider.replies.set(TELNYX(GB), { json: lookup(GB, 'voip', null, { carrier: { type: 'voip' }, portability: {} }) });
    expect((await inspect(env('telnyx'), GB)).facts).toMatchObject({ lineType: 'voip', carrier: null });
  });

  it('says whether the number is valid where it does', async () => {
    provider.replies.set(TELNYX(US), { json: lookup(US, 'mobile', null, { valid_number: false }) });
    expect((await inspect(env('telnyx'), US)).facts).toMatchObject({ valid: false, lineType: null, carrier: null });
  });
});

describe('both', () => {
  it('are asked at once; kind and class of a line come from one of them, so that they agree', async () => {
    provider.replies.set(TWILIO(US), { json: line(US, intelligence('mobile')) });
    provider.replies.set(TELNYX(US), { json: lookup(US, 'voip', 'voip') });
    const { facts, note } = await inspect(env('twilio', 'telnyx'), US);
    expect(facts).toMatchObject({ lineType: 'mobile', isVoip: false, voipClass: null });
    expect(note('telnyx')?.decidedFields).toEqual([]);
  });

  it.each(Object.keys(FAULTS) as Fault[])('failing (%s) leave what the plan knows, with a reason', async (fault) => {
    provider.replies.set(TWILIO(GB), fault);
    provider.replies.set(TELNYX(GB), fault);
    const { facts, note } = await inspect(env('twilio', 'telnyx'), GB, 600);
    expect(facts).toEqual({ valid: true, carrier: 'Three', lineType: 'mobile', countryCode: 'GB', voipClass: null, isVoip: null });
    for (const source of ['twilio', 'telnyx'])
      expect(note(source)).toMatchObject({ failure: expect.stringMatching(/^[a-z_]+$/), decidedFields: [] });
  });

  it('failing once with a short Retry-After are asked again', async () => {
    provider.replies.set(TELNYX(US), [{ status: 503, headers: { 'retry-after': '0' } }, { json: lookup(US, 'voip', 'voip') }]);
    expect((await inspect(env('telnyx'), US)).facts?.isVoip).toBe(true);
  });

  it('are off unless configured, Twilio unless both of its settings are there', async () => {
    const { notes } = await inspect({ TWILIO_ACCOUNT_SID: 'AC-test', TWILIO_LOOKUP_URL: provider.url }, US);
    expect(notes.map(({ source }) => source)).toEqual(['number-plan', 'allocated-carrier']);
    expect(provider.seen).toEqual([]);
    expect(
      describePhoneSources(readConfig(env('telnyx')))
        .filter(({ configured }) => configured)
        .map(({ name }) => name),
    ).toEqual(['number-plan', 'allocated-carrier', 'telnyx']);
  });
});
