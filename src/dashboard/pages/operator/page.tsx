import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { personQuery } from '../../client/queries.js';
import { Masthead, NotFound, Page } from '../../components/page.js';
import { RecentSignIn } from '../../components/recent-sign-in.js';
import { Accounts } from './accounts.js';
import { DisabledPlatforms } from './platforms.js';
import { State } from './state.js';

/** The service as its operators see it: backlog and health, accounts, platforms. No identity that was looked up. */
export function Operator() {
  const { data: person } = useQuery(personQuery);
  if (!person) return null;
  if (!person.isOperator) return <NotFound />;
  return (
    <main className="single">
      <Masthead>
        <Link to="/dashboard">Back to the dashboard</Link>
      </Masthead>
      <Page title="Operators">
        {person.needsPasskey ? (
          <PasskeyNeeded />
        ) : (
          <>
            <State />
            <DisabledPlatforms />
            <Accounts />
          </>
        )}
      </Page>
      {!person.needsPasskey && <RecentSignIn email={person.email} />}
    </main>
  );
}

/** What an operator sees who signed in with a mailed code, or with an identity provider. */
function PasskeyNeeded() {
  return (
    <>
      <p>
        These pages need a sign-in with a passkey. Sign out on <Link to="/dashboard/profile">your profile</Link>, then sign in with yours.
      </p>
      <p className="muted">
        You have no passkey yet? Run <code>footprint sign-in --email YOUR_ADDRESS</code> on the server, open the link that it prints, and
        add one on your profile.
      </p>
    </>
  );
}
