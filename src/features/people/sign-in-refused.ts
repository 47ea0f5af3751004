import { ServiceError } from '../../kernel/values/errors.js';
import type { SignInMeans } from './people.js';

/** How somebody tried to sign in, and what is known of who it was: for the audit log. */
export interface SignInAttempt {
  readonly means: SignInMeans;
  /** Provider of OpenID Connect, and the address that it verified. */
  readonly issuer?: string;
  readonly email?: string | null;
  /** The token of the browser that asked for the code, as a digest. */
  readonly browserDigest?: Uint8Array | null;
  readonly linkDigest?: Uint8Array | null;
  readonly credentialId?: string;
}

/** A sign-in that was refused. The client gets no more than `sign_in_failed`. */
export class SignInRefused extends ServiceError {
  constructor(readonly attempt: SignInAttempt) {
    super('sign_in_failed');
  }
}
