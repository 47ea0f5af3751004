/** The one layout of mails, as plain text and as HTML. */
import type { MailContent, MailKind } from './mail.js';

/** Parts of a mail. There is one layout, as plain text and as HTML that needs no style sheet, image or script. */
export interface MailParts {
  readonly kind: MailKind;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Name and value, one a line. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITY[sign] ?? sign);
}

/** Text without line breaks: one would end a header field. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Builds both forms of a mail; values are untrusted. */
export function mailContent({ kind, subject, paragraphs, facts }: MailParts): MailContent {
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
export function fillIn<Mail extends Pick<MailContent, 'text' | 'html'>>(mail: Mail, secret: string): Mail {
  return { ...mail, text: mail.text.replaceAll(PLACEHOLDER, secret), html: mail.html.replaceAll(PLACEHOLDER, escapeHtml(secret)) };
}
