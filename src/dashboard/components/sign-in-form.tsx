import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { waysToSignInQuery } from '../client/queries.js';
import { canUsePasskeys, signInWithPasskey } from '../client/passkeys.js';
import { requestCode, signInWithCode, signInWithProvider } from '../client/sign-in.js';
import { Button, ErrorNote, Form, TextField } from './controls.js';

interface SignInFormProps {
  /** Address of the person who signs in again; absent: it is asked for. */
  readonly email?: string;
  /** Address of the page that the person comes from, for those whom an identity provider sends back. */
  readonly from?: string | undefined;
  /** A code that a link filled in. */
  readonly code?: string;
  readonly onSignedIn: () => void;
}

/** E-mailed code, passkey, identity provider: those that the service accepts. The same for known and unknown addresses. */
export function SignInForm({ email: known, from, code: filledIn, onSignedIn }: SignInFormProps) {
  const { data: ways } = useQuery(waysToSignInQuery);
  const [email, setEmail] = useState(known ?? '');
  const [code, setCode] = useState(filledIn ?? '');
  const sending = useMutation({ mutationFn: requestCode });
  const signing = useMutation({ mutationFn: signInWithCode, onSuccess: onSignedIn });
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  const provider = useMutation({ mutationFn: signInWithProvider });
  const takesAny = ways?.signIn !== 'openid';
  const hasPasskeys = takesAny && canUsePasskeys();
  const needsCode = sending.isSuccess || filledIn !== undefined;
  const submit = () => {
    if (needsCode) signing.mutate(code.trim());
    else sending.mutate(email.trim());
  };
  const error = signing.error ?? sending.error ?? passkey.error ?? provider.error;
  return (
    <div className="stack">
      {takesAny && (
        <Form className="stack" onSubmit={submit}>
          {needsCode ? (
            <TextField
              label="Code"
              name="code"
              autoComplete="one-time-code"
              inputMode="text"
              autoFocus
              required
              value={code}
              onChange={setCode}
              hint={
                filledIn === undefined
                  ? `If ${email || 'the address'} may sign in, a code was sent to it. The code is valid for 15 minutes, in this browser only.`
                  : 'The link filled in the code. The code works only in the browser that requested it.'
              }
            />
          ) : (
            <TextField
              label="E-mail address"
              name="email"
              type="email"
              autoComplete="username webauthn"
              autoFocus
              required
              readOnly={known !== undefined}
              value={email}
              onChange={setEmail}
            />
          )}
          <Button
            label={needsCode ? 'Sign in' : 'Send me a code'}
            type="submit"
            kind="primary"
            busy={sending.isPending || signing.isPending}
          />
        </Form>
      )}
      {error && <ErrorNote error={error} />}
      {needsCode && filledIn === undefined && (
        <p className="small muted">
          No e-mail? Check your spam folder, and use the newest one: at most one is sent each minute. Or{' '}
          <button type="button" className="link" onClick={() => sending.reset()}>
            send another code
          </button>
          .
        </p>
      )}
      {takesAny && (hasPasskeys || ways?.openId) && <div className="or">or</div>}
      {hasPasskeys && <Button label="Use a passkey" busy={passkey.isPending} onClick={() => passkey.mutate()} />}
      {ways?.openId && (
        <Button
          label="Sign in with your organisation"
          busy={provider.isPending}
          onClick={() => provider.mutate({ recent: known !== undefined, from })}
        />
      )}
      {takesAny && ways?.sendsEmail === false && (
        <p className="small muted">
          This service has no mail server. Its operator can create a sign-in link for you with this command:{' '}
          <code>footprint sign-in --email {email || 'you@example.com'}</code>
        </p>
      )}
    </div>
  );
}
