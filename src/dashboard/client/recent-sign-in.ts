/** Operations that need a sign-in within ten minutes: the page asks for one, then sends the request again. */
import { isFailure } from './failure.js';

type SignInAgain = () => Promise<boolean>;
let signInAgain: SignInAgain | null = null;

/** The dialog that asks registers itself. @returns takes that back */
export function onRecentSignInNeeded(dialog: SignInAgain): () => void {
  signInAgain = dialog;
  return () => {
    signInAgain = null;
  };
}

/**
 * Sends a request; when the sign-in is too old, asks for another one and sends it once more.
 *
 * @throws ApiFailure recent_sign_in_required when the person does not sign in again
 */
export async function withRecentSignIn<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isFailure(error, 'recent_sign_in_required') || !signInAgain || !(await signInAgain())) throw error;
    return send();
  }
}
