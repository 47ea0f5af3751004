import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { personQuery } from '../../client/queries.js';
import { signOut, signOutEverywhere } from '../../client/sign-in.js';
import { useAnnounce } from '../../components/announcer.js';
import { Badge } from '../../components/facts.js';
import { Button, ErrorNote } from '../../components/controls.js';
import { Masthead, Page, Section } from '../../components/page.js';
import { RecentSignIn } from '../../components/recent-sign-in.js';
import { Row, Rows } from '../../components/list.js';
import { ROLE_WORDS } from '../people/roles.js';
import { Invitations } from './invitations.js';
import { Passkeys } from './passkeys.js';
import { Sessions } from './sessions.js';

/** The person who is signed in: accounts, passkeys, sessions. */
export function Profile() {
  const { data: person } = useQuery(personQuery);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const leaving = useMutation({
    mutationFn: (end: () => Promise<unknown>) => end(),
    async onSuccess() {
      queries.clear();
      await navigate({ to: '/dashboard/sign-in' });
      announce('You are signed out.');
    },
  });
  if (!person) return null;
  const { accounts } = person;
  return (
    <main className="single">
      <Masthead>
        {accounts.length > 0 && <Link to="/dashboard">Back to the dashboard</Link>}
        {person.isOperator && <Link to="/dashboard/operator">Operators</Link>}
      </Masthead>
      <Page
        title="Your profile"
        intro={person.email}
        actions={<Button label="Sign out" busy={leaving.isPending} onClick={() => leaving.mutate(signOut)} />}
      >
        {leaving.error && <ErrorNote error={leaving.error} />}
        <Invitations />
        <Section title="Accounts">
          {accounts.length === 0 ? (
            <p className="muted">You are not a member of any account. An admin or owner of an account can invite {person.email}.</p>
          ) : (
            <Rows label="Accounts">
              {accounts.map(({ accountId, email, name, role }) => (
                <Row
                  key={accountId}
                  title={
                    <Link to="/dashboard/$account" params={{ account: accountId }}>
                      {name ?? email}
                    </Link>
                  }
                  badge={<Badge tone={role === 'owner' ? 'info' : 'neutral'}>{ROLE_WORDS[role].name}</Badge>}
                  facts={name === null ? [] : [email]}
                />
              ))}
            </Rows>
          )}
        </Section>
        <Passkeys />
        <Sessions onSignOutEverywhere={() => leaving.mutate(signOutEverywhere)} />
      </Page>
      <RecentSignIn email={person.email} />
    </main>
  );
}
