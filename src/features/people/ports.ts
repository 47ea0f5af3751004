/** What signing in and memberships need: what is stored, and the ports to tokens, passkeys and an identity provider. */
import type { Caller } from '../accounts/accounts.js';
import type { MailContent } from '../emails/mail.js';
import type { Sealer } from '../../kernel/values/sealer.js';
import type { Role } from '../accounts/roles.js';
import type { Person } from './people.js';

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
  /** Digest of the token by which the browser is known from now on. */
  readonly device: Uint8Array;
  /** That of the one before. */
  readonly previousDevice: Uint8Array | null;
}

/** A code as it was typed, and the browser that asked for one. */
export interface TypedCode {
  readonly browserDigest: Uint8Array;
  readonly codeDigest: Uint8Array;
  /** Whether an address that nobody knows may sign in. */
  readonly mayAnybody: boolean;
}

/** A code that a browser asks for: the one that is valid already, or a new one. */
export interface CodeRequest extends Omit<TypedCode, 'codeDigest'> {
  readonly email: string;
  readonly network: string;
  /** Digest of the token by which the browser is known. */
  readonly deviceDigest: Uint8Array | null;
  readonly createCode: () => string;
  readonly digestOf: (code: string) => Uint8Array;
  readonly sealer: Sealer;
  readonly mail: MailContent;
}

/** Who a provider says it is. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** When it checked that; null: it does not say. */
  readonly authenticatedAt: Date | null;
  readonly mayAnybody: boolean;
}

export interface NewInvitation {
  readonly accountId: string;
  readonly email: string;
  readonly role: Role;
  readonly digest: Uint8Array;
  readonly invitedBy: string;
  /** Nobody is shown the link: without a mail there is no invitation. */
  readonly needsMail: boolean;
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

/** A member as who acts. */
export const actorOf = ({ apiKeyId, member }: Caller): Actor => ({ actorId: apiKeyId, role: member?.role ?? 'admin' });

/** Who invites, removes or changes: a key or a member; null: an operator. */
export interface Actor {
  readonly actorId: string | null;
  /** Role of the member; a key acts as `admin`, an operator as `owner`. */
  readonly role: Role;
}

/** A provider of OpenID Connect. */
export interface OpenIdProvider {
  /**
   * @param options.recent the provider has to check again who it is
   * @throws when it cannot be reached
   */
  begin(options: { readonly recent: boolean }): Promise<{ readonly url: string; readonly transaction: string }>;
  /**
   * @returns `authenticatedAt` null when the provider does not say when it checked who it is
   * @throws when state, nonce, audience, issuer, expiry, signature or a time that was asked for is not right, or the provider refuses
   */
  end(search: string, transaction: string): Promise<ProviderAnswer | null>;
}

export interface ProviderAnswer extends Pick<ProviderIdentity, 'issuer' | 'subject' | 'authenticatedAt'> {
  readonly verifiedEmail: string | null;
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
