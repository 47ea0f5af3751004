import type { Finding, Budget } from '../../kernel/values/source.js';

export type VoipClass = 'fixed' | 'nonFixed';

export interface PhoneDetails {
  readonly valid: boolean;
  readonly carrier: string | null;
  readonly lineType: string | null;
  /** ISO 3166, two letters. */
  readonly countryCode: string | null;
  readonly voipClass: VoipClass | null;
  readonly isVoip: boolean | null;
}

export interface PhoneInspector {
  /** @param phone E.164 */
  inspect(phone: string, budget: Budget): Promise<Finding<PhoneDetails>>;
}
