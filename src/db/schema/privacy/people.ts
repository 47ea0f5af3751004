import type * as tables from '../people.js';
import { NOBODY, none, type SchemaPrivacy } from './columns.js';

const PERSON = "the person; members of their accounts; the operator's command line";
const OWN = 'the person';
const KEPT = 'with the last account of the person that is deleted';

export const PEOPLE = {
  users: {
    id: none,
    email: { what: 'the address that a person signs in with', why: 'to know who signs in', retention: KEPT, readers: PERSON },
    createdAt: none,
  },
  userIdentities: {
    issuer: none,
    subject: { what: "a person's id at an identity provider", why: 'to know who signs in', retention: KEPT, readers: NOBODY },
    userId: none,
    createdAt: none,
  },
  members: { id: none, accountId: none, userId: none, role: none, joinedAt: none },
  invitations: {
    id: none,
    accountId: none,
    email: {
      what: 'the address of somebody who was invited',
      why: 'to bind the invitation to them',
      retention: '90 days after it was accepted, revoked or had expired, or with the account',
      readers: "admins and keys of scope `account` of the account; the operator's command line",
    },
    role: none,
    digest: none,
    invitedBy: none,
    createdAt: none,
    expiresAt: none,
    acceptedAt: none,
    acceptedBy: none,
    revokedAt: none,
  },
  signInCodes: {
    id: none,
    email: {
      what: 'an address for which a code was asked, known or not',
      why: 'to limit codes, and to know who signs in',
      retention: 'a day after the code expired',
      readers: NOBODY,
    },
    browserDigest: none,
    codeDigest: none,
    attempts: none,
    createdAt: none,
    expiresAt: none,
    usedAt: none,
  },
  signInLinks: { id: none, userId: none, digest: none, createdAt: none, expiresAt: none, usedAt: none },
  passkeys: {
    id: none,
    userId: none,
    name: { what: "the person's name for a passkey", why: 'to tell them apart', retention: 'until it is removed', readers: OWN },
    credentialId: { what: "the passkey's id", why: 'to sign in', retention: 'until it is removed', readers: NOBODY },
    publicKey: none,
    counter: none,
    createdAt: none,
    lastUsedAt: { what: 'when a passkey was last used', why: 'to find lost ones', retention: 'until it is removed', readers: OWN },
  },
  passkeyChallenges: { challenge: none, userId: none, expiresAt: none },
  sessions: {
    id: none,
    userId: none,
    digest: none,
    userAgent: { what: 'the browser that signed in', why: 'to recognise sessions', retention: 'up to 30 days after its end', readers: OWN },
    network: { what: 'the IP address, or /64, that signed in', why: 'the same', retention: 'up to 30 days after its end', readers: OWN },
    createdAt: none,
    authenticatedAt: none,
    lastSeenAt: { what: 'when a session was last used, to the minute', why: 'to end it', retention: 'as above', readers: OWN },
    expiresAt: none,
    revokedAt: none,
  },
} as const satisfies SchemaPrivacy<typeof tables>;
