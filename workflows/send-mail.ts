import type { MailInput } from './contracts.js';
import { sendMail } from './webhook-activities.js';

/** Sends one mail of the outbox, for days if the mail server is away. */
export async function mail(input: MailInput): Promise<{ state: string }> {
  return sendMail(input);
}
