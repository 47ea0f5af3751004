import type { SourceDescription } from '../../domain/lookup/enrichment-ports.js';
import { type PhoneConfig, twilioAccount } from './config.js';

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
