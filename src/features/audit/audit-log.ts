export const AUDIT_ACTOR_TYPES = ['key', 'member', 'operator'] as const;
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number];

/** A key or a member, as the caller of an operation. */
export const auditActorOf = ({ apiKeyId: id, member }: { readonly apiKeyId: string; readonly member?: object }) =>
  ({ type: member ? 'member' : 'key', id }) as const;

/** An entry before it has an id. */
export interface AuditEntry {
  readonly at: Date;
  /** Null when it concerned no single account. */
  readonly accountId: string | null;
  readonly actor: { readonly type: AuditActorType; readonly id: string | null };
  /** The operation by its id, or an operator's command. */
  readonly action: string;
  /** Ids of what was read, made or changed; the keyed digest of an address that nobody is known by, with `email:` before it. */
  readonly targets: readonly string[];
  /** The client's network; null for commands. */
  readonly network: string | null;
  /** `ok` or an error code. */
  readonly outcome: string;
  readonly purpose: string | null;
  /** How somebody signed in, or tried to; absent for everything else. */
  readonly means?: string | null;
}

/** Actions that only read, by the verb that the id of every operation begins with; as Postgres and JavaScript both read it. */
export const READING_ACTION = '^(get|list|read|search|follow|export|preview|price|verify)[A-Z]';

export interface StoredAuditEntry extends AuditEntry {
  readonly id: string;
  readonly means: string | null;
}

/** Entries of one account, or of all; each condition narrows them. */
export interface AuditFilter {
  /** Absent: of all accounts, and of none. */
  readonly accountId?: string | undefined;
  readonly from?: Date | undefined;
  /** Entries before it. */
  readonly to?: Date | undefined;
  readonly action?: string | undefined;
  /** Only what changes something; absent: reads too. */
  readonly changes?: true | undefined;
  /** Id of a key or member, or `operator`. */
  readonly actor?: string | undefined;
}

/** What a verification of the chain found. */
export interface ChainReport {
  /** Finished days that were verified. */
  readonly days: number;
  readonly entries: number;
  /** The newest digest of the account, or of the whole log; null: there is none. */
  readonly digest: string | null;
  /** The first day, and in it the first account (null: entries of no single account), that does not match, with the numbers of entries. */
  readonly mismatch: {
    readonly day: string;
    readonly accountId: string | null;
    /** The number in the link; null when the day has none. */
    readonly chained: number | null;
    readonly found: number;
  } | null;
}

/** Position among entries: latest first, then by id. */
export type AuditCursor = Pick<StoredAuditEntry, 'at' | 'id'>;

/** How somebody tried to sign in, and what is known of who it was: for the audit log. */
export interface SignInAttempt {
  /** A code, a link, a passkey or a provider of OpenID Connect. */
  readonly means: string;
  /** Provider of OpenID Connect, and the address that it verified. */
  readonly issuer?: string | undefined;
  readonly email?: string | null;
  /** The token of the browser that asked for the code, as a digest. */
  readonly browserDigest?: Uint8Array | null;
  readonly linkDigest?: Uint8Array | null;
  readonly credentialId?: string;
}

/** The means of a sign-in as entries have it, with the provider. */
export const meansOf = ({ means, issuer }: Pick<SignInAttempt, 'means' | 'issuer'>): string =>
  issuer === undefined ? means : `${means} ${issuer}`;
