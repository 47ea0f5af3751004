/** Ports of the services to stored people. Implemented in `db`. */
import type { Caller } from '../billing/account-ports.js';
import type { MailContent } from '../mail/mail.js';
import type { DeliveryTicket } from '../webhooks/delivery.js';
import type { Invitation, Member, Membership, Passkey, Person, Session } from './people.js';
import type { Role } from '../billing/roles.js';

/** A mail whose text has a placeholder for what must not be stored readably. */
export interface SealedMail extends MailContent {
  readonly to: string;
  /** Seals what replaces the placeholder, for the mail with this id. */
  readonly sealFor: (mailId: string) => Uint8Array;
}

/** Where and with what somebody signed in. */
export interface NewSession {
  readonly digest: Uint8Array;
  readonly userAgent: string;
  readonly network: string;
  /** Digest of the session that the browser had before: it ends. */
  readonly previous: Uint8Array | null;
}

/** A member as a caller of operations, with the session. */
export interface MemberCaller {
  /** With `member`. */
  readonly caller: Caller;
  readonly person: Person;
}

/** Somebody whose code or link was right. */
export interface SignedIn {
  readonly userId: string;
  readonly email: string;
}

export interface SignInStore {
  /**
   * Stores a code for a browser, and the mail with it when the address may sign in. Beyond `CODES_PER_HOUR` neither.
   *
   * @returns the mail to send; null: none
   */
  requestCode(code: {
    readonly email: string;
    readonly browserDigest: Uint8Array;
    readonly codeDigest: Uint8Array;
    readonly mail: SealedMail;
    readonly mayAnybody: boolean;
  }): Promise<string | null>;
  /**
   * Checks a code and opens a session. Each call is one of the browser's `CODE_ATTEMPTS`.
   *
   * @returns whose session it is; null: wrong, expired, used, tried too often, or of an address that may not sign in
   */
  redeemCode(
    code: { readonly browserDigest: Uint8Array; readonly codeDigest: Uint8Array; readonly mayAnybody: boolean },
    session: NewSession,
  ): Promise<SignedIn | null>;
  /**
   * Opens a session for who a provider says it is.
   *
   * @param identity.email that the provider verified; it says who it is at the first time only
   * @returns null when neither is known, or the address may not sign in
   */
  redeemIdentity(
    identity: { readonly issuer: string; readonly subject: string; readonly email: string | null; readonly mayAnybody: boolean },
    session: NewSession,
  ): Promise<SignedIn | null>;
  /** Makes a person the owner of the account with their address, if nobody owns it. */
  claimAccounts(userId: string, network: string): Promise<void>;
  /** Stores a link that signs one person in, once. */
  addLink(email: string, digest: Uint8Array): Promise<void>;
  /** Uses a link up and opens a session. @returns null when it is unknown, used or expired */
  redeemLink(digest: Uint8Array, session: NewSession): Promise<SignedIn | null>;
}

export interface SessionStore {
  /** The person of a session that is neither revoked nor over. Always queries the database. */
  findPerson(digest: Uint8Array): Promise<Person | null>;
  /** The same as member of an account; null unless there is such a session and such a member. */
  findMember(digest: Uint8Array, accountId: string): Promise<MemberCaller | null>;
  memberships(userId: string): Promise<readonly Membership[]>;
  /** Sessions that are not over, newest first. */
  list(userId: string): Promise<readonly Session[]>;
  /** @returns whether that person had such a session */
  revoke(userId: string, sessionId: string): Promise<boolean>;
}

/** A member as who acts. */
export const actorOf = ({ apiKeyId, member }: Caller): Actor => ({ actorId: apiKeyId, role: member?.role ?? 'admin' });

/** Who invites, removes or changes: a key or a member; null: an operator. */
export interface Actor {
  readonly actorId: string | null;
  /** Role of the member; a key acts as `admin`, an operator as `owner`. */
  readonly role: Role;
}

export interface MemberStore {
  members(accountId: string): Promise<readonly Member[]>;
  invitations(accountId: string): Promise<readonly Invitation[]>;
  /**
   * Stores an invitation with its mail; an open one to the same address is replaced.
   *
   * @returns `member` when the address is a member's already; `full`; null when there is no such account
   */
  invite(
    invitation: {
      readonly accountId: string;
      readonly email: string;
      readonly role: Role;
      readonly digest: Uint8Array;
      readonly invitedBy: string;
    },
    mail: SealedMail,
  ): Promise<{ readonly invitation: Invitation; readonly mailId: string } | 'member' | 'full' | null>;
  revokeInvitation(accountId: string, invitationId: string): Promise<boolean>;
  /**
   * Makes a person a member, once: member, use of the invitation and event are one transaction. Accepting again is no error for the one
   * who accepted.
   *
   * @returns null when the invitation is unknown, over, used by another, or of another address
   */
  accept(
    person: { readonly userId: string; readonly email: string; readonly network: string },
    digest: Uint8Array,
  ): Promise<{ readonly membership: Membership; readonly tickets: readonly DeliveryTicket[] } | null>;
  /** @returns `last_owner` when the account would be without one; null when there is no such member */
  changeRole(accountId: string, memberId: string, role: Role): Promise<Member | 'last_owner' | null>;
  /** Ends a membership. @param atMost highest role that the actor may remove */
  remove(accountId: string, memberId: string, atMost: Role): Promise<'removed' | 'last_owner' | 'forbidden' | null>;
}

/** A provider of OpenID Connect. */
export interface OpenIdProvider {
  /** @throws when it cannot be reached */
  begin(): Promise<{ readonly url: string; readonly transaction: string }>;
  /** @throws when state, nonce, audience, issuer, expiry or signature is not right, or the provider refuses */
  end(
    search: string,
    transaction: string,
  ): Promise<{ readonly issuer: string; readonly subject: string; readonly verifiedEmail: string | null } | null>;
}

/** Tokens and codes, and the digests by which they are stored. */
export interface SignInTokens {
  /** 256 random bits. */
  create(): { readonly token: string; readonly digest: Uint8Array };
  /** Null for a text that cannot be a token. */
  digestOf(token: string): Uint8Array | null;
  /** Eight digits. */
  createCode(): string;
  codeDigest(code: string, browserToken: string): Uint8Array;
}

export interface Credential {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

/** Checks what authenticators say. */
export interface PasskeyVerifier {
  /** @param credentialIds that the person has already */
  creationOptions(
    person: { readonly userId: string; readonly email: string },
    credentialIds: readonly string[],
  ): Promise<{ readonly challenge: string; readonly options: object }>;
  /** @returns null when anything about the response is not right */
  verifyCreation(response: PasskeyResponse, challenge: string): Promise<Credential | null>;
  requestOptions(): Promise<{ readonly challenge: string; readonly options: object }>;
  verifyRequest(response: PasskeyResponse, challenge: string, credential: Credential): Promise<{ readonly counter: number } | null>;
  /** The challenge that a response claims to answer; null: it cannot be read. */
  challengeOf(response: PasskeyResponse): string | null;
}
/** A response of `navigator.credentials`, as its `toJSON` writes it. */
export type PasskeyResponse = Readonly<Record<string, unknown>> & { readonly id: string };

export interface PasskeyStore {
  /** Stores a challenge, which can be answered once within `SIGN_IN_MINUTES`. @param userId null: for signing in */
  addChallenge(challenge: string, userId: string | null): Promise<void>;
  /** Uses a challenge up. @returns whether it was there, for that purpose */
  takeChallenge(challenge: string, userId: string | null): Promise<boolean>;
  list(userId: string): Promise<readonly Passkey[]>;
  credentialIds(userId: string): Promise<readonly string[]>;
  /** @returns null when the credential is stored already; `full` when the person has as many as they may have */
  add(userId: string, name: string, credential: Credential): Promise<Passkey | 'full' | null>;
  remove(userId: string, passkeyId: string): Promise<boolean>;
  find(credentialId: string): Promise<Credential | null>;
  /** Opens a session. @returns null when the credential is gone, or was used with that counter before */
  redeem(credential: Credential, session: NewSession): Promise<SignedIn | null>;
}
