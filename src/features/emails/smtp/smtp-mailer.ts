import { createTransport } from 'nodemailer';
import type { Mailer } from '../email.js';

/** Timeout of each stage of an SMTP session, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Codes of nodemailer for refusals that are about the mail itself, not about the connection or the login. */
const MAIL_REJECTION_CODES = new Set(['EENVELOPE', 'EMESSAGE']);

export interface SmtpOptions {
  /** `SMTP_URL`: smtp:// or smtps://, with user and password when the server requires them. */
  readonly url: string;
  /** `MAIL_FROM`: sender of every mail, e.g. `Footprint <footprint@example.com>`. */
  readonly from: string;
}

/** Hands emails to an SMTP server (RFC 5321) over a small pool of connections. */
export function createSmtpMailer({ url, from }: SmtpOptions): Mailer & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Emails are made of our own texts; nothing in them may name a file or a page to attach.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          // RFC 3834: asks for no automatic reply, such as a holiday notice.
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { taken: true };
      } catch (error) {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        const forGood =
          typeof code === 'string' && MAIL_REJECTION_CODES.has(code) && typeof responseCode === 'number' && responseCode >= 500;
        if (!forGood) throw error;
        return { taken: false, code: String(responseCode) };
      }
    },
    close: () => transport.close(),
  };
}
