import { isQuoted, splitAddress, withoutTag } from '../email/address.js';
import { formsOf, formText, type NamedIdentity } from '../identity/forms.js';

/** The texts whose digests are on the suppression list for an identity. */
export interface SuppressionTexts {
  /** The same for all forms, also for those that only may be the same identity: too much silence harms nobody. */
  readonly form: string;
  /** As it was sent, in lower case, so that the entry of an identity is found when what is known of its provider has changed. */
  readonly sent: string;
  /** What entries had before they had forms: the address without its tag. */
  readonly earlier: string;
}

export function suppressionTexts(identity: NamedIdentity): SuppressionTexts {
  const { kind, value } = identity;
  const sent = formText({ kind, value: value.toLowerCase() });
  return {
    form: formText(formsOf(identity).possible),
    sent,
    earlier: kind === 'email' ? formText({ kind, value: untagged(value) }) : sent,
  };
}

function untagged(email: string): string {
  const { local, domain } = splitAddress(email);
  return `${isQuoted(local) ? local : withoutTag(local)}@${domain}`.toLowerCase();
}
