/** Emails to people about signing in. What signs in is not in their stored text: `fillIn` puts it there when they are sent. */
import { INVITATION_DAYS, SIGN_IN_MINUTES } from './people.js';
import type { Role } from '../accounts/roles.js';
import { emailContent, type EmailContent, PLACEHOLDER } from '../emails/email.js';

/** @param publicUrl `PUBLIC_URL` */
export function signInCodeEmail(publicUrl: string): EmailContent {
  return emailContent({
    kind: 'sign_in_code',
    subject: 'Your sign-in code',
    paragraphs: [
      `Somebody, probably you, requested a sign-in code. It is valid for ${SIGN_IN_MINUTES} minutes, in the browser in which it was ` +
        'requested.',
      'If this was not you, you can ignore this e-mail: nobody can sign in without the code. We will never ask you for it.',
    ],
    facts: [
      ['Code', PLACEHOLDER],
      ['Link that fills in the code', `${publicUrl}/dashboard/sign-in#code=${PLACEHOLDER}`],
    ],
  });
}

/** @param account address of the account that invites */
export function invitationEmail(publicUrl: string, invitation: { readonly account: string; readonly role: Role }): EmailContent {
  return emailContent({
    kind: 'invitation',
    subject: `You are invited to the account of ${invitation.account}`,
    paragraphs: [
      `You are invited to join the account of ${invitation.account}. Open the link and sign in with the address that this e-mail ` +
        'was sent to.',
      `The invitation is valid for ${INVITATION_DAYS} days and can be used once. If you did not expect it, ignore this e-mail.`,
    ],
    facts: [
      ['Role', invitation.role],
      ['Link', invitationUrl(publicUrl, PLACEHOLDER)],
    ],
  });
}

/** In the fragment, which browsers send to no server, so that no log of one has the token. */
export const invitationUrl = (publicUrl: string, token: string): string => `${publicUrl}/dashboard/invitation#token=${token}`;
export const signInUrl = (publicUrl: string, token: string): string => `${publicUrl}/dashboard/sign-in#link=${token}`;
