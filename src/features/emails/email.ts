/** Emails: their kinds and states, and the one layout of all, as plain text and as HTML. */
import { escapeHtml } from '../../kernel/values/escape.js';

export const EMAIL_KINDS = ['endpoint_warning', 'endpoint_disabled', 'webhook_storage', 'sign_in_code', 'invitation'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** `kept`: no SMTP server was configured when it was due; it stays readable in the outbox. `refused`: the server will not take it. */
export const EMAIL_STATES = ['pending', 'sent', 'kept', 'refused'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** Content of a mail, in both forms. */
export interface EmailContent {
  readonly kind: EmailKind;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail to be sent. */
export interface OutgoingEmail extends EmailContent {
  readonly id: string;
  readonly to: string;
}

/** A mail as the outbox shows it. */
export interface StoredEmail extends OutgoingEmail {
  readonly state: EmailState;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

/** Result of handing a mail to the server. Transient faults are thrown. */
export type EmailHandover = { readonly taken: true } | { readonly taken: false; readonly code: string };

export interface Mailer {
  /**
   * Hands a mail to the SMTP server. The same mail has the same Message-ID each time, so that a repetition can be recognised.
   *
   * @returns whether the server took it; a permanent refusal (5xx) is a value
   * @throws transient faults: no connection, a 4xx
   */
  send(mail: OutgoingEmail): Promise<EmailHandover>;
}

/** A mail whose text has a placeholder for what must not be stored readably. */
export interface SealedEmail extends EmailContent {
  readonly to: string;
  /** Seals what replaces the placeholder, for the mail with this id. */
  readonly sealFor: (emailId: string) => Uint8Array;
}

/** Parts of a mail. There is one layout, as plain text and as HTML that needs no style sheet, image or script. */
export interface EmailParts {
  readonly kind: EmailKind;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Name and value, one a line. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** Text without line breaks: one would end a header field. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Builds both forms of a mail; values are untrusted. */
export function emailContent({ kind, subject, paragraphs, facts }: EmailParts): EmailContent {
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  const list = facts.map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${oneLine(value)}`).join('\n');
  const rows = facts
    .map(
      ([name, value]) =>
        `<tr><td style="padding:2px 16px 2px 0;color:#555">${escapeHtml(name)}</td><td>${escapeHtml(oneLine(value))}</td></tr>`,
    )
    .join('\n');
  return {
    kind,
    subject: oneLine(subject),
    text: `${[...paragraphs, list].filter((part) => part !== '').join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#222;max-width:36em">
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
<table style="border-collapse:collapse">
${rows}
</table>
</body></html>
`,
  };
}

/** What the outbox shows in place of a code or a token. */
export const PLACEHOLDER = '[not stored]';

/** A mail with the code or token in place. */
export function fillIn<Mail extends Pick<EmailContent, 'text' | 'html'>>(mail: Mail, secret: string): Mail {
  return { ...mail, text: mail.text.replaceAll(PLACEHOLDER, secret), html: mail.html.replaceAll(PLACEHOLDER, escapeHtml(secret)) };
}
