import type { SourceDescription } from '../../domain/lookup/enrichment.js';

/** Settings of the phone module; names as in src/config/env.ts. */
export interface PhoneConfig {
  readonly TWILIO_ACCOUNT_SID?: string | undefined;
  readonly TWILIO_AUTH_TOKEN?: string | undefined;
  readonly TWILIO_LOOKUP_URL: string;
  readonly TELNYX_API_KEY?: string | undefined;
  readonly TELNYX_URL: string;
}

/** Twilio requires both: an account alone counts as none. */
export function twilioAccount({ TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken }: PhoneConfig) {
  return accountSid && authToken ? { accountSid, authToken } : null;
}

/** The sources of the phone module, configured or not. The tables of its libraries carry no date. */
export function describePhoneSources(config: PhoneConfig): SourceDescription[] {
  const described = (name: string, configured: boolean, settings: readonly string[], licence: string): SourceDescription => ({
    name,
    module: 'phone',
    configured,
    settings,
    dataDate: null,
    licence,
    credit: null,
  });
  return [
    described('number-plan', true, [], 'MIT, data of libphonenumber (Apache-2.0)'),
    described('allocated-carrier', true, [], 'MIT, data of libphonenumber (Apache-2.0)'),
    described('twilio', twilioAccount(config) !== null, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'], 'terms of Twilio'),
    described('telnyx', config.TELNYX_API_KEY !== undefined, ['TELNYX_API_KEY'], 'terms of Telnyx'),
  ];
}
