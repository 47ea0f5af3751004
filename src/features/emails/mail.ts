export const MAIL_KINDS = ['endpoint_warning', 'endpoint_switched_off', 'webhook_storage', 'sign_in_code', 'invitation'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `kept`: no SMTP server was configured when it was due; it stays readable in the outbox. `refused`: the server will not take it. */
export const MAIL_STATES = ['pending', 'sent', 'kept', 'refused'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Content of a mail, in both forms. */
export interface MailContent {
  readonly kind: MailKind;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail to be sent. */
export interface OutgoingMail extends MailContent {
  readonly id: string;
  readonly to: string;
}

/** A mail as the outbox shows it. */
export interface StoredMail extends OutgoingMail {
  readonly state: MailState;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

/** Result of handing a mail to the server. Transient faults are thrown. */
export type MailHandover = { readonly taken: true } | { readonly taken: false; readonly code: string };

export interface Mailer {
  /**
   * Hands a mail to the SMTP server. The same mail has the same Message-ID each time, so that a repetition can be recognised.
   *
   * @returns whether the server took it; a permanent refusal (5xx) is a value
   * @throws transient faults: no connection, a 4xx
   */
  send(mail: OutgoingMail): Promise<MailHandover>;
}

/** A mail whose text has a placeholder for what must not be stored readably. */
export interface SealedMail extends MailContent {
  readonly to: string;
  /** Seals what replaces the placeholder, for the mail with this id. */
  readonly sealFor: (mailId: string) => Uint8Array;
}
