import type { VoipClass } from '../lookup/enrichment.js';
import type { SourceFailure } from '../lookup/enrichment-ports.js';
import { parseCountryCode, asObject, parseFlag, parseName } from '../readings.js';
import type { PhoneClaim, LineType } from './claim.js';

interface Kind {
  readonly lineType: LineType;
  readonly isVoip: boolean;
  readonly voipClass: VoipClass | null;
}

const plain = (lineType: LineType): Kind => ({ lineType, isVoip: false, voipClass: null });

/** Types of Lookup's line type intelligence; `unknown` and types that are not listed here are ignored. */
const KINDS: Readonly<Record<string, Kind>> = {
  landline: plain('fixed_line'),
  mobile: plain('mobile'),
  fixedVoip: { lineType: 'voip', isVoip: true, voipClass: 'fixed' },
  nonFixedVoip: { lineType: 'voip', isVoip: true, voipClass: 'nonFixed' },
  personal: plain('personal_number'),
  tollFree: plain('toll_free'),
  premium: plain('premium_rate'),
  sharedCost: plain('shared_cost'),
  uan: plain('uan'),
  voicemail: plain('voicemail'),
  pager: plain('pager'),
};

/**
 * Reads a response of Twilio Lookup, version 2, with line type intelligence.
 *
 * @param phone E.164, which the response must name
 * @returns the claim, or why the response cannot be used
 */
export function readTwilio(body: unknown, phone: string): PhoneClaim | SourceFailure {
  const fields = asObject(body);
  const valid = parseFlag(fields['valid']);
  if (valid === null || fields['phone_number'] !== phone) return 'malformed';
  const countryCode = parseCountryCode(fields['country_code']);
  const line = asObject(fields['line_type_intelligence']);
  // 60601: Canadian numbers need an approval; other codes concern the registers. None of them says anything about the line.
  const failed = line['error_code'] !== null && line['error_code'] !== undefined;
  if (!valid || failed)
    return { source: 'twilio', fields: { valid, countryCode }, codes: failed ? ['line_type_refused'] : ['invalid_number'] };
  const type = String(line['type'] ?? '');
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  return { source: 'twilio', fields: { valid, countryCode, carrier: parseName(line['carrier_name']), ...kind }, codes: [] };
}
