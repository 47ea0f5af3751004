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
