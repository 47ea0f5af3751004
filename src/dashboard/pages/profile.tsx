import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { personQuery } from '../client/queries.js';
import { signOut } from '../client/sign-in.js';
import { Button } from '../components/button.js';
import { Page } from '../components/page.js';

/** The person who is signed in: accounts, sessions, passkeys. */
export function Profile() {
  const { data: person } = useQuery(personQuery);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leaving = useMutation({
    mutationFn: signOut,
    async onSuccess() {
      queries.clear();
      await navigate({ to: '/dashboard/sign-in' });
    },
  });
  if (!person) return null;
  return (
    <main className="single">
      <Page
        title="Your profile"
        lead={person.email}
        actions={
          <Button busy={leaving.isPending} onClick={() => leaving.mutate()}>
            Sign out
          </Button>
        }
      >
        <section>
          <h2>Accounts</h2>
          <ul className="plain-list">
            {person.accounts.map(({ accountId, email, role }) => (
              <li key={accountId}>
                <Link to="/dashboard/$account" params={{ account: accountId }}>
                  {email}
                </Link>{' '}
                <span className="muted">{role}</span>
              </li>
            ))}
          </ul>
        </section>
      </Page>
    </main>
  );
}
