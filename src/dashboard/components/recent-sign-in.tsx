import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { personQuery } from '../client/queries.js';
import { onRecentSignInNeeded } from '../client/recent-sign-in.js';
import { Button } from './controls.js';
import { Dialog } from './dialog.js';
import { SignInForm } from './sign-in-form.js';

/** Asks for another sign-in when an operation needs a recent one, and lets the operation go on after it. */
export function RecentSignIn({ email }: { readonly email: string }) {
  const queries = useQueryClient();
  const [answer, setAnswer] = useState<((signedIn: boolean) => void) | null>(null);
  useEffect(() => onRecentSignInNeeded(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), []);
  if (!answer) return null;
  const end = (signedIn: boolean) => {
    setAnswer(null);
    answer(signedIn);
    if (signedIn) void queries.invalidateQueries({ queryKey: personQuery.queryKey });
  };
  return (
    <Dialog title="Sign in again" onClose={() => end(false)}>
      <p>This needs a sign-in within the last ten minutes. Your input is kept.</p>
      <SignInForm email={email} from={window.location.pathname + window.location.search} onSignedIn={() => end(true)} />
      <p className="small muted">
        Signed in again in another tab? <Button label="Continue" kind="quiet" onClick={() => end(true)} />
      </p>
    </Dialog>
  );
}
