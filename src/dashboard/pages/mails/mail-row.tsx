import type { Schemas } from '../../client/api.js';
import { Badge } from '../../components/badge.js';
import { Row } from '../../components/rows.js';
import { Time } from '../../components/time.js';

type Mail = Schemas['Mail'];

export const KIND_WORDS: Readonly<Record<Mail['kind'], string>> = {
  endpoint_warning: 'Endpoint keeps failing',
  endpoint_switched_off: 'Endpoint disabled',
  sign_in_code: 'Sign-in code',
  invitation: 'Invitation',
};

export const STATES: Readonly<
  Record<Mail['state'], { readonly word: string; readonly tone: 'good' | 'neutral' | 'warn' | 'bad' | 'info' }>
> = {
  pending: { word: 'Waiting', tone: 'info' },
  sent: { word: 'Sent', tone: 'good' },
  kept: { word: 'Stored, not sent', tone: 'warn' },
  refused: { word: 'Refused', tone: 'bad' },
};

const WHY: Partial<Record<Mail['state'], string>> = {
  kept: 'There was no mail server when it was due. It will not be sent later.',
  refused: 'The mail server refused it. Ask the operator of this installation: the reason is in its log.',
};

/** A mail with its state, and its text as it was stored. */
export function MailRow({ mail: { to, kind, subject, text, state, createdAt, sentAt } }: { readonly mail: Mail }) {
  const { word, tone } = STATES[state];
  return (
    <Row
      title={subject}
      badge={<Badge tone={tone}>{word}</Badge>}
      facts={[
        KIND_WORDS[kind],
        `To ${to}`,
        <>
          Written <Time at={createdAt} />
        </>,
        sentAt !== null && (
          <>
            Sent <Time at={sentAt} />
          </>
        ),
      ]}
    >
      {WHY[state] && <p className="small">{WHY[state]}</p>}
      <details className="mail">
        <summary className="small">Text</summary>
        <p className="mail-text small">{text}</p>
      </details>
    </Row>
  );
}
