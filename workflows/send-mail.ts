import type { MailInput } from './contracts.js';
import { sendMail } from './activity-proxies.js';

/** Sends one mail of the outbox, with retries for days while the mail server is unavailable. */
export async function mail(input: MailInput): Promise<{ state: string }> {
  return sendMail(input);
}
