import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ERRORS } from '../../kernel/values/errors.js';
import { ApiFailure } from '../client/failure.js';
import { signInWithLink, takeFragment } from '../client/sign-in.js';
import { Button, ErrorNote } from '../components/controls.js';
import { Entrance } from '../components/page.js';
import { SignInForm } from '../components/sign-in-form.js';

/** Why signing in with a provider failed. @param code as the address of the page has it */
const providerFailure = (code: string): ApiFailure =>
  code === 'disposable_address'
    ? new ApiFailure({ status: 0, code, message: ERRORS[code].message })
    : new ApiFailure({
        status: 0,
        code: 'sign_in_failed',
        message: 'Signing in with your organisation failed. Try again, or sign in another way.',
      });

/** Signing in. A link of the command line signs in when its button is pressed: a scanner that opens it has used nothing up. */
export function SignIn() {
  const [{ link, code, error }] = useState(takeFragment);
  const { from } = useSearch({ from: '/dashboard/sign-in' });
  const queries = useQueryClient();
  const { history } = useRouter();
  const enter = () => {
    queries.clear();
    history.replace(from ?? '/dashboard');
  };
  const signing = useMutation({ mutationFn: signInWithLink, onSuccess: enter });
  useEffect(() => {
    document.title = 'Sign in · Footprint';
  }, []);
  return (
    <Entrance title="Sign in">
      {error !== undefined && <ErrorNote error={providerFailure(error)} />}
      {link !== undefined && !signing.isError ? (
        <div className="stack">
          <p>This link signs you in. It works once.</p>
          <Button label="Sign in" kind="primary" autoFocus busy={signing.isPending} onClick={() => signing.mutate(link)} />
        </div>
      ) : (
        <>
          {signing.isError && <ErrorNote error={signing.error} />}
          <SignInForm from={from} {...(code === undefined ? {} : { code })} onSignedIn={enter} />
        </>
      )}
    </Entrance>
  );
}
