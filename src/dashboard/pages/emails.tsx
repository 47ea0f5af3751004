import { useQuery } from '@tanstack/react-query';
import { useMay, whoMay } from '../client/account.js';
import type { Schemas } from '../client/api.js';
import { waysToSignInQuery } from '../client/queries.js';
import { useRead } from '../client/reading.js';
import { EmptyState, Page } from '../components/page.js';
import { Listed, Row } from '../components/list.js';
import type { StateWord } from '../client/format.js';
import { Address, dated, StateBadge } from '../components/facts.js';

/** The most that the interface gives. */
const SHOWN = 100;
const REFRESH_MS = 10_000;

/** What was mailed about the account, and what became of it. */
export function Emails() {
  const mayRead = useMay('listEmails');
  const { data: ways } = useQuery(waysToSignInQuery);
  const query = useRead(['emails'], (api) => api.GET('/account/emails', { params: { query: { limit: String(SHOWN) } } }), {
    enabled: mayRead,
    refetchInterval: ({ state }) => (state.data?.emails.some(({ state: each }) => each === 'pending') ? REFRESH_MS : false),
  });
  const emails = query.data?.emails ?? [];
  return (
    <Page title="E-mails" intro="E-mails that the service wrote about this account in the last 90 days, newest first.">
      {mayRead && ways && !ways.sendsEmail && <NoMailServer />}
      {!mayRead ? (
        <p>Only {whoMay('listEmails')} of the account can read these e-mails.</p>
      ) : (
        <div className="stack">
          <Listed
            query={query}
            what="the e-mails"
            label="E-mails"
            items={emails}
            empty={<NoEmails />}
            row={(mail) => <EmailRow key={mail.id} mail={mail} />}
          >
            {emails.length >= SHOWN && <p className="small muted">The newest {SHOWN} e-mails are shown.</p>}
          </Listed>
        </div>
      )}
    </Page>
  );
}

function NoMailServer() {
  return (
    <div className="note note-warn">
      <p>
        <strong>This installation has no mail server.</strong> E-mails are stored here and are not sent, not even later.
      </p>
      <p>
        To send e-mails, its operator sets <code>SMTP_URL</code> (
        <code>
          <Address email="smtps://user:password@mail.example.com" />
        </code>
        ) and <code>MAIL_FROM</code>, and restarts the service. Until then, share invitations by their links.
      </p>
    </div>
  );
}

function NoEmails() {
  return (
    <EmptyState title="No e-mails yet">
      <p>
        The service sends an e-mail when one of your endpoints keeps failing, when it is disabled for failing, and when somebody is invited.
      </p>
      <p>
        E-mails go through the mail server that the operator of this installation sets in <code>SMTP_URL</code>. Without a mail server they
        are only stored here. Sign-in codes are never shown.
      </p>
    </EmptyState>
  );
}

type Email = Schemas['Email'];

const KIND_WORDS: Readonly<Record<Email['kind'], string>> = {
  endpoint_warning: 'Endpoint keeps failing',
  endpoint_disabled: 'Endpoint disabled',
  webhook_storage: 'Stored webhook events',
  sign_in_code: 'Sign-in code',
  invitation: 'Invitation',
};

const STATES: Readonly<Record<Email['state'], StateWord>> = {
  pending: { word: 'Waiting', tone: 'info' },
  sent: { word: 'Sent', tone: 'good' },
  kept: { word: 'Stored, not sent', tone: 'warn' },
  refused: { word: 'Refused', tone: 'bad' },
};

const WHY: Partial<Record<Email['state'], string>> = {
  kept: 'There was no mail server when it was due. It will not be sent later.',
  refused: 'The mail server refused it. Ask the operator of this installation: the reason is in its log.',
};

/** A mail with its state, and its text as it was stored. */
function EmailRow({ mail: { to, kind, subject, text, state, createdAt, sentAt } }: { readonly mail: Email }) {
  return (
    <Row
      title={subject}
      badge={<StateBadge {...STATES[state]} />}
      facts={[KIND_WORDS[kind], `To ${to}`, dated('Written', createdAt), sentAt !== null && dated('Sent', sentAt)]}
    >
      {WHY[state] && <p className="small">{WHY[state]}</p>}
      <details>
        <summary className="small">Text</summary>
        <p className="mail-text small">{text}</p>
      </details>
    </Row>
  );
}
