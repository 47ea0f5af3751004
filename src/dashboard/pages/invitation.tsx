import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isFailure } from '../client/failure.js';
import { personQuery } from '../client/queries.js';
import { signOut, takeFragment } from '../client/sign-in.js';
import { Button, ErrorNote } from '../components/controls.js';
import { Entrance, Loading } from '../components/page.js';
import { SignInForm } from '../components/sign-in-form.js';
import { useJoin } from './profile/invitations.js';

/** Joining an account. The invitation is bound to its address: its holder signs in with that, then joins. */
export function InvitationPage() {
  const [{ token }] = useState(takeFragment);
  const queries = useQueryClient();
  const person = useQuery({ ...personQuery, retry: false });
  const joining = useJoin();
  const leaving = useMutation({ mutationFn: signOut, onSuccess: () => queries.resetQueries({ queryKey: personQuery.queryKey }) });
  useEffect(() => {
    document.title = 'Invitation · Footprint';
  }, []);
  return (
    <Entrance title="You are invited">
      {token === undefined ? (
        <p>This link is incomplete. Open it from the e-mail, or copy all of it.</p>
      ) : person.isPending ? (
        <Loading what="your session" />
      ) : person.data ? (
        <div className="stack">
          <p>
            You are signed in as <strong className="breakable">{person.data.email}</strong>.
          </p>
          {joining.error && <ErrorNote error={joining.error} />}
          <Button label="Join the account" kind="primary" autoFocus busy={joining.isPending} onClick={() => joining.mutate({ token })} />
          <Button label="Use another address" kind="quiet" busy={leaving.isPending} onClick={() => leaving.mutate()} />
        </div>
      ) : isFailure(person.error, 'not_signed_in') ? (
        <>
          <p>You are invited to an account. To join it, sign in with the e-mail address that was invited.</p>
          <SignInForm onSignedIn={() => void queries.resetQueries({ queryKey: personQuery.queryKey })} />
        </>
      ) : (
        <ErrorNote error={person.error} onRetry={() => void person.refetch()} />
      )}
    </Entrance>
  );
}
