import type { EmailInput } from './contracts.js';
import { sendEmail } from './activity-proxies.js';

/** Sends one mail of the outbox, with retries for days while the mail server is unavailable. */
export async function email(input: EmailInput): Promise<{ state: string }> {
  return sendEmail(input);
}
