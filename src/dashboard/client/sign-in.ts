/** The ways to sign in, as pages use them. */
import { DASHBOARD_ADDRESS } from '../../features/people/people.js';
import { personApi } from './api.js';

export const requestCode = (email: string) => personApi.POST('/sign-in/code', { body: { email } });
export const signInWithCode = (code: string) => personApi.POST('/sign-in', { body: { code } });
export const signInWithLink = (token: string) => personApi.POST('/sign-in/link', { body: { token } });
export const acceptInvitation = (by: { token: string } | { invitationId: string }) => personApi.POST('/invitations/accept', { body: by });
export const signOutEverywhere = () => personApi.DELETE('/sessions');
export const signOut = () => personApi.POST('/sign-out');

/** Leaves for the identity provider, which sends the browser back to `from`. @param recent it has to check again who it is */
export async function signInWithProvider({ recent, from = '' }: { recent: boolean; from?: string | undefined }): Promise<void> {
  const { url } = await personApi.POST('/sign-in/openid', { body: { recent, ...(DASHBOARD_ADDRESS.test(from) ? { from } : {}) } });
  window.location.assign(url);
}

/**
 * What a link brought in the fragment, which browsers send to no server. It is taken out of the address at once, so that it is in no
 * history and no screenshot.
 */
export function takeFragment(): Readonly<Record<string, string>> {
  const values = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)));
  if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return values;
}
