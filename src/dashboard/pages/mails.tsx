import { queryOptions, useQuery } from '@tanstack/react-query';
import { accountKey, type CurrentAccount, useAccount, useMay } from '../client/account.js';
import { bodyOf, type Schemas } from '../client/api.js';
import { waysToSignInQuery } from '../client/queries.js';
import { EmptyState, Page } from '../components/page.js';
import { QueryResult } from '../components/query-result.js';
import { Row, Rows } from '../components/rows.js';
import { Badge } from '../components/badge.js';
import { dated } from '../components/time.js';

/** The most that the interface gives. */
const SHOWN = 100;
const REFRESH_MS = 10_000;

const mailsQuery = (account: CurrentAccount) =>
  queryOptions({
    queryKey: accountKey(account, 'mails'),
    queryFn: () => bodyOf(account.api.GET('/account/mails', { params: { query: { limit: String(SHOWN) } } })),
    refetchInterval: ({ state }) => (state.data?.mails.some(({ state: each }) => each === 'pending') ? REFRESH_MS : false),
  });

/** What was mailed about the account, and what became of it. */
export function Mails() {
  const account = useAccount();
  const mayRead = useMay('admin');
  const { data: ways } = useQuery(waysToSignInQuery);
  const query = useQuery({ ...mailsQuery(account), enabled: mayRead });
  return (
    <Page title="Mails" lead="What the service mailed about this account in the last 90 days, newest first.">
      {mayRead && ways && !ways.sendsMail && <NoMailServer />}
      {!mayRead ? (
        <p>Mails are read by administrators and owners of the account.</p>
      ) : (
        <QueryResult query={query} what="the mails" empty={query.data?.mails.length === 0 && <NoMails />}>
          {({ mails }) => (
            <div className="stack">
              <Rows label="Mails">
                {mails.map((mail) => (
                  <MailRow key={mail.id} mail={mail} />
                ))}
              </Rows>
              {mails.length >= SHOWN && <p className="small muted">The latest {SHOWN} mails.</p>}
            </div>
          )}
        </QueryResult>
      )}
    </Page>
  );
}

function NoMailServer() {
  return (
    <div className="note note-warn">
      <p>
        <strong>This installation has no mail server.</strong> Mails are kept here and are not sent, also not later.
      </p>
      <p>
        Whoever runs it sets <code>SMTP_URL</code> (<code>smtps://user:password@mail.example.com</code>) and <code>MAIL_FROM</code>, and
        starts it again. Until then, hand an invitation over by its link.
      </p>
    </div>
  );
}

function NoMails() {
  return (
    <EmptyState title="No mails yet">
      <p>The service writes when an endpoint of yours keeps failing, when it is disabled for that, and when somebody is invited.</p>
      <p>
        They go through the mail server of the installation, which its operator names in <code>SMTP_URL</code>. Without one they are kept
        here, so that nothing is lost unread. Codes to sign in are shown to nobody.
      </p>
    </EmptyState>
  );
}

type Mail = Schemas['Mail'];

const KIND_WORDS: Readonly<Record<Mail['kind'], string>> = {
  endpoint_warning: 'Endpoint keeps failing',
  endpoint_switched_off: 'Endpoint disabled',
  sign_in_code: 'Code to sign in',
  invitation: 'Invitation',
};

const STATES: Readonly<Record<Mail['state'], { readonly word: string; readonly tone: 'good' | 'neutral' | 'warn' | 'bad' | 'info' }>> = {
  pending: { word: 'Waiting', tone: 'info' },
  sent: { word: 'Sent', tone: 'good' },
  kept: { word: 'Kept, not sent', tone: 'warn' },
  refused: { word: 'Refused', tone: 'bad' },
};

const WHY: Partial<Record<Mail['state'], string>> = {
  kept: 'There was no mail server when it was due. It is not sent later.',
  refused: 'The mail server will not take it. Ask whoever runs this installation; its log has the reason.',
};

/** A mail with its state, and its text as it was stored. */
function MailRow({ mail: { to, kind, subject, text, state, createdAt, sentAt } }: { readonly mail: Mail }) {
  const { word, tone } = STATES[state];
  return (
    <Row
      title={subject}
      badge={<Badge tone={tone}>{word}</Badge>}
      facts={[KIND_WORDS[kind], `To ${to}`, dated('Written', createdAt), sentAt !== null && dated('Sent', sentAt)]}
    >
      {WHY[state] && <p className="small">{WHY[state]}</p>}
      <details className="mail">
        <summary className="small">Text</summary>
        <p className="mail-text small">{text}</p>
      </details>
    </Row>
  );
}
