import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { personQuery } from '../client/queries.js';
import { NotFound } from '../components/page-error.js';
import { Page } from '../components/page.js';
import { RecentSignIn } from '../components/recent-sign-in.js';
import { Accounts } from './operator/accounts.js';
import { DisabledPlatforms } from './operator/platforms.js';
import { State } from './operator/state.js';

/** The service as its operators see it: backlog and health, accounts, platforms. Ids and counts, no identity. */
export function Operator() {
  const { data: person } = useQuery(personQuery);
  if (!person) return null;
  if (!person.isOperator) return <NotFound />;
  return (
    <main className="single">
      <Page title="Operators" intro={<Link to="/dashboard">Back to the dashboard</Link>}>
        <State />
        <DisabledPlatforms />
        <Accounts />
      </Page>
      <RecentSignIn email={person.email} />
    </main>
  );
}
