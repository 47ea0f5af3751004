import { ServiceError } from '../../kernel/values/errors.js';
import type { SignInAttempt } from '../audit/audit-log.js';

/** A sign-in that was refused. The client gets no more than `sign_in_failed`. */
export class SignInRefused extends ServiceError {
  constructor(readonly attempt: SignInAttempt) {
    super('sign_in_failed');
  }
}
