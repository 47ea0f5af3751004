/** Mails to account holders about endpoints that keep failing. */
import { DAYS_TO_DISABLE } from '../webhooks/endpoint.js';
import type { MailContent, MailKind } from './mail.js';

export interface FailingEndpoint {
  readonly url: string;
  readonly failingSince: Date;
  readonly lastFailedAt: Date;
}

const dayWord = (days: number): string => `${days} day${days === 1 ? '' : 's'}`;
/** To the minute, in UTC: enough to find it in a log. */
const formatTimestamp = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function facts({ url, failingSince, lastFailedAt }: FailingEndpoint) {
  return [
    ['Endpoint', url],
    ['First failure', formatTimestamp(failingSince)],
    ['Last failure', formatTimestamp(lastFailedAt)],
  ] as const;
}

/** After one and two days of failure. @param days whole days since the first failure */
export function endpointWarning(endpoint: FailingEndpoint, days: number): MailContent {
  const left = DAYS_TO_DISABLE - days;
  return mailContent({
    kind: 'endpoint_warning',
    subject: `A webhook endpoint has been failing for ${dayWord(days)}`,
    paragraphs: [
      `One of your webhook endpoints has not acknowledged any event for ${dayWord(days)}.`,
      `If it keeps failing, it is switched off in ${dayWord(left)}. Any 2xx answer within ten seconds stops the clock.`,
      'The log of deliveries shows each attempt with the answer that came back.',
    ],
    facts: facts(endpoint),
  });
}

/** Sent when it was disabled, after three days. */
export function endpointDisabled(endpoint: FailingEndpoint): MailContent {
  return mailContent({
    kind: 'endpoint_switched_off',
    subject: 'A webhook endpoint was switched off',
    paragraphs: [
      `One of your webhook endpoints has been failing for ${dayWord(DAYS_TO_DISABLE)}, so it was switched off. No event is sent to it any more.`,
      'When it works again, switch it back on. What it missed can then be recovered: events are kept, and a dry run says how many there are.',
    ],
    facts: facts(endpoint),
  });
}

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
function mailContent({ kind, subject, paragraphs, facts }: MailParts): MailContent {
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
