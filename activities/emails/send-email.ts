import { ApplicationFailure } from '@temporalio/common';
import type { Mailer, MailState } from '../../src/features/emails/mail.js';
import type { MailOutbox } from '../../src/features/emails/store/email-outbox.js';

export interface MailActivityPorts {
  readonly mailOutbox: MailOutbox;
  /** Null when no SMTP server is set: mails are kept in the outbox. */
  readonly mailer: Mailer | null;
  readonly now: () => Date;
}

export function createMailActivities({ mailOutbox, mailer, now }: MailActivityPorts) {
  return {
    /**
     * Sends a mail of the outbox and marks it. A repeated run finds the mark; after a kill between the server's acceptance and
     * the mark it sends a second copy with the same Message-ID.
     */
    async sendMail({ mailId }: { mailId: string }): Promise<{ state: MailState }> {
      const mail = await mailOutbox.find(mailId);
      if (!mail) throw ApplicationFailure.nonRetryable('the mail is not in the outbox', 'MailMissing');
      if (mail.state !== 'pending') return { state: mail.state };
      const handover = mailer && (await mailer.send(mail));
      const state = handover === null ? 'kept' : handover.taken ? 'sent' : 'refused';
      await mailOutbox.mark(mailId, state, now());
      return { state };
    },
  };
}

export type MailActivities = ReturnType<typeof createMailActivities>;
