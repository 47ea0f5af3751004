import type { PageFrom } from './page-from.js';
import type { PersonRef } from './subjects.js';
import type { Doubt } from './verdict.js';

/** A platform that was to be asked about an identity of a lookup, without a confident answer. */
export interface OmittedCheck {
  readonly platform: string;
  readonly subject: PersonRef;
  readonly doubt: Doubt;
  /** Null when the check was given up before it had ended. */
  readonly checkedAt: Date | null;
}

/** A position among the omissions of one lookup, which are in the order in which they became known. */
export interface OmissionCursor {
  readonly seq: number;
  readonly platform: string;
  readonly subject: string;
}

/** Pages of a lookup's omissions. */
export interface OmissionPages {
  /** @param page.reason of this reason only */
  page(lookupId: string, page: PageFrom<OmissionCursor> & { readonly reason?: Doubt | undefined }): Promise<(OmittedCheck & OmissionCursor)[]>;
}
