/** People: who may sign in, and what they may do in which account. */
import type { Caller } from '../accounts/accounts.js';
import type { Sealer } from '../../kernel/values/sealer.js';
import type { EmailContent } from '../emails/email.js';
import type { Role } from '../accounts/roles.js';
import { DAY_MS } from '../../kernel/values/durations.js';

/** Members and open invitations that an account may have at once. */
export const MAX_MEMBERS = 500;

/** How long an invitation may be accepted, in days. */
export const INVITATION_DAYS = 7;
/** How long a code or a link to sign in is valid, in minutes. */
export const SIGN_IN_MINUTES = 15;
/** Codes that may be tried, the right one included, before another has to be asked for. */
export const CODE_ATTEMPTS = 5;
/** Codes that may be asked for with one address in an hour: in a browser in which its holder was signed in before, and from a network. */
export const CODES_PER_HOUR = 5;
/** The same by all other browsers together, in an hour and in a day. What they ask for uses up nothing of the holder's browsers. */
export const OTHERS_CODES = { perHour: 20, perDay: 60 } as const;
/** E-mails with a code to one address are at least so many seconds apart. */
export const CODE_EMAIL_SECONDS = 60;
/** How long a browser in which somebody signed in is known, in days, and how many of a person are. */
export const DEVICE_DAYS = 400;
export const MAX_DEVICES = 20;
/** E-mails with invitations in 24 hours: to one address, from all accounts together; one account sends one to an address. */
export const INVITATION_EMAILS_PER_ADDRESS = 5;
/** Open invitations, and e-mails with invitations in 24 hours, of an account: on the free trial, and on every other plan. */
export const INVITATIONS = { trial: { open: 5, emailsPerDay: 10 }, other: { open: MAX_MEMBERS, emailsPerDay: 200 } } as const;
/** A session ends when it is not used for so long. */
export const SESSION_IDLE_HOURS = 12;
/** A session ends so long after sign-in. */
export const SESSION_DAYS = 30;
/** How long a browser keeps a cookie of each kind, in milliseconds. */
export const COOKIE_LIFETIMES = {
  session: SESSION_DAYS * DAY_MS,
  device: DEVICE_DAYS * DAY_MS,
  'sign-in': SIGN_IN_MINUTES * 60_000,
  openid: SIGN_IN_MINUTES * 60_000,
} as const;
/** How long the session of an operator's command lasts at most, in minutes. It ends with the command. */
export const COMMAND_SESSION_MINUTES = 5;
/** An address of the dashboard, with its filters: where a browser goes after a sign-in. */
export const DASHBOARD_ADDRESS = /^\/dashboard(?:\/[\w-]+)*(?:\?[!-"$-~]{0,900})?$/;
/** How recent a sign-in has to be for what is hardest to take back, in minutes. */
export const RECENT_MINUTES = 10;

/** How somebody signed in: with a mailed code, a link of `footprint sign-in`, a passkey, or a provider of OpenID Connect. */
export type SignInMeans = 'code' | 'link' | 'passkey' | 'openid';

/**
 * Whether somebody signed in by what a mailbox or a provider that others got hold of does not give: a passkey, or a link or a command's
 * session that only who has the database can make.
 */
export const isStrong = ({ means }: Pick<Person, 'means'>): boolean => ['passkey', 'link', 'command'].includes(means);

/** Someone who signed in, with the session that says so; an operator's command is no user, and has the operator's name for an id. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly means: SignInMeans | 'command';
  /** When the code, link or passkey was checked, or the provider says that it was; null: it does not say. */
  readonly authenticatedAt: Date | null;
  /** Whether that was within `RECENT_MINUTES`, on the database's clock. */
  readonly isRecent: boolean;
}

/** A member of an account, as others in it see them. */
export interface Member {
  readonly memberId: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** An account that a person is a member of. */
export interface Membership {
  readonly accountId: string;
  /** E-mail address of the account. */
  readonly email: string;
  /** Its name; null: it has none. */
  readonly name: string | null;
  readonly memberId: string;
  readonly role: Role;
}

/** Passkeys that a person may have. */
export const MAX_PASSKEYS = 20;

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

/** Somebody whose code or link was right. */
export interface SignedIn {
  readonly userId: string;
  readonly email: string;
}

/** Who invites, removes or changes: a key or a member; null: an operator. */
export interface Actor {
  readonly actorId: string | null;
  /** Role of the member; a key acts as `admin`, an operator as `owner`. */
  readonly role: Role;
}

/** A member as who acts. */
export const actorOf = ({ apiKeyId, member }: Caller): Actor => ({ actorId: apiKeyId, role: member?.role ?? 'admin' });

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
  readonly mail: EmailContent;
}
