/** Operations of people: a file each, named by its `operationId`. */
import { acceptInvitationRoute } from './accept-invitation.js';
import { addPasskeyRoute } from './add-passkey.js';
import { beginOpenIdSignInRoute } from './begin-open-id-sign-in.js';
import { beginPasskeySignInRoute } from './begin-passkey-sign-in.js';
import { beginPasskeyRoute } from './begin-passkey.js';
import { changeMemberRoleRoute } from './change-member-role.js';
import { createInvitationRoute } from './create-invitation.js';
import { endOpenIdSignInRoute } from './end-open-id-sign-in.js';
import { getPersonRoute } from './get-person.js';
import { leaveAccountRoute } from './leave-account.js';
import { listInvitationsRoute } from './list-invitations.js';
import { listMembersRoute } from './list-members.js';
import { listPasskeysRoute } from './list-passkeys.js';
import { listSessionsRoute } from './list-sessions.js';
import { listWaysToSignInRoute } from './list-ways-to-sign-in.js';
import { removeMemberRoute } from './remove-member.js';
import { removePasskeyRoute } from './remove-passkey.js';
import { requestSignInCodeRoute } from './request-sign-in-code.js';
import { revokeInvitationRoute } from './revoke-invitation.js';
import { revokeSessionRoute } from './revoke-session.js';
import { revokeSessionsRoute } from './revoke-sessions.js';
import { signInWithCodeRoute } from './sign-in-with-code.js';
import { signInWithLinkRoute } from './sign-in-with-link.js';
import { signInWithPasskeyRoute } from './sign-in-with-passkey.js';
import { signOutRoute } from './sign-out.js';

/** `/v2/account/members` and `/v2/account/invitations`. What is for people alone is not served to keys. */
export const memberRoutes = [
  listMembersRoute,
  changeMemberRoleRoute,
  removeMemberRoute,
  leaveAccountRoute,
  listInvitationsRoute,
  createInvitationRoute,
  revokeInvitationRoute,
];

export const passkeyRoutes = [
  beginPasskeySignInRoute,
  signInWithPasskeyRoute,
  listPasskeysRoute,
  beginPasskeyRoute,
  addPasskeyRoute,
  removePasskeyRoute,
];

export const userRoutes = [
  listWaysToSignInRoute,
  requestSignInCodeRoute,
  signInWithCodeRoute,
  signInWithLinkRoute,
  beginOpenIdSignInRoute,
  endOpenIdSignInRoute,
  getPersonRoute,
  listSessionsRoute,
  revokeSessionRoute,
  revokeSessionsRoute,
  signOutRoute,
  acceptInvitationRoute,
];
