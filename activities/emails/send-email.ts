import { ApplicationFailure } from '@temporalio/common';
import type { Mailer, EmailState } from '../../src/features/emails/email.js';
import type { EmailOutbox } from '../../src/features/emails/store/email-outbox.js';

export interface EmailActivityPorts {
  readonly emailOutbox: EmailOutbox;
  /** Null when no SMTP server is set: emails are kept in the outbox. */
  readonly mailer: Mailer | null;
  readonly now: () => Date;
}

export function createEmailActivities({ emailOutbox, mailer, now }: EmailActivityPorts) {
  return {
    /**
     * Sends a mail of the outbox and marks it. A repeated run finds the mark; after a kill between the server's acceptance and
     * the mark it sends a second copy with the same Message-ID.
     */
    async sendEmail({ emailId }: { emailId: string }): Promise<{ state: EmailState }> {
      const mail = await emailOutbox.find(emailId);
      if (!mail) throw ApplicationFailure.nonRetryable('the mail is not in the outbox', 'EmailMissing');
      if (mail.state !== 'pending') return { state: mail.state };
      const handover = mailer && (await mailer.send(mail));
      const state = handover === null ? 'kept' : handover.taken ? 'sent' : 'refused';
      await emailOutbox.mark(emailId, state, now());
      return { state };
    },
  };
}

export type EmailActivities = ReturnType<typeof createEmailActivities>;
