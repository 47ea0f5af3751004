/** Encrypts what must be readable to the service, and unreadable in a copy of the database. */
export interface Sealer {
  /** @param owner names what the text belongs to; it opens there only */
  seal(text: string, owner: string): Uint8Array;
  /** @throws when no configured key opens it */
  open(sealed: Uint8Array, owner: string): string;
}

/** Encrypts signing secrets, too. */
export interface SecretBox extends Sealer {
  /** A fresh signing secret. */
  create(): string;
}
