import type * as tables from './schema.js';
import { NOBODY, none, OPERATOR, type SchemaPrivacy } from '../../../kernel/db/personal-data.js';

const PERSON = { shownBy: 'getPerson listMembers listAccounts exportAccount', alsoReadBy: OPERATOR } as const;
const PASSKEY = { retention: 'until it is removed', shownBy: 'listPasskeys' } as const;
const SESSION = { retention: 'up to 30 days after its end', shownBy: 'listSessions' } as const;
const KEPT = 'with the last account of the person that is deleted';

export const PEOPLE = {
  users: {
    email: { what: 'the address that a person signs in with', why: 'to know who signs in', retention: KEPT, ...PERSON },
    ...none('id createdAt'),
  },
  userIdentities: {
    subject: { what: "a person's id at an identity provider", why: 'to know who signs in', retention: KEPT, ...NOBODY },
    ...none('issuer userId createdAt'),
  },
  members: none('id accountId userId role joinedAt'),
  invitations: {
    email: {
      what: 'the address of somebody who was invited',
      why: 'to bind the invitation to them',
      retention: '90 days after it was accepted, revoked or had expired, or with the account',
      shownBy: 'listInvitations listMails exportAccount',
      alsoReadBy: OPERATOR,
    },
    ...none('id accountId role digest invitedBy createdAt expiresAt mailedAt acceptedAt acceptedBy revokedAt'),
  },
  signInCodes: {
    email: {
      what: 'an address for which a code was asked, known or not',
      why: 'to limit codes, and to know who signs in',
      retention: 'a day after the code expired',
      ...NOBODY,
    },
    network: {
      what: 'the IP address, or /64, that asked for a code',
      why: 'so that nobody uses up the codes of others',
      retention: 'a day after the code expired',
      ...NOBODY,
    },
    ...none('id browserDigest codeDigest sealed codeMadeAt mailedAt deviceDigest attempts createdAt expiresAt usedAt'),
  },
  knownDevices: none('digest userId createdAt'),
  signInLinks: none('id userId digest createdAt expiresAt usedAt'),
  passkeys: {
    name: { what: "the person's name for a passkey", why: 'to tell them apart', ...PASSKEY },
    credentialId: { what: "the passkey's id", why: 'to sign in', retention: 'until it is removed', ...NOBODY },
    lastUsedAt: { what: 'when a passkey was last used', why: 'to find lost ones', ...PASSKEY },
    ...none('id userId publicKey counter createdAt'),
  },
  passkeyChallenges: none('challenge userId expiresAt'),
  sessions: {
    userAgent: { what: 'the browser that signed in', why: 'to recognise sessions', ...SESSION },
    network: { what: 'the IP address, or /64, that signed in', why: 'the same', ...SESSION },
    lastSeenAt: { what: 'when a session was last used, to the minute', why: 'to end it', ...SESSION },
    ...none('id userId digest createdAt authenticatedAt means expiresAt revokedAt'),
  },
} as const satisfies SchemaPrivacy<typeof tables>;
