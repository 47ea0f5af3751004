import type { DisposableListing } from './disposable.js';
import type { Registration } from './registration.js';
import type { MailRoute } from './route.js';
import type { MailboxVerdict } from './smtp.js';

/** Sources of e-mail details, as `GET /v2/sources` names them. */
export type EmailSource = 'mail-provider-table' | Observation['source'];

/** What one source observed. The provider table needs no observation: it is part of the rules. */
export type Observation =
  | { readonly source: 'mail-dns'; readonly route: MailRoute }
  | {
      readonly source: 'disposable-lists';
      readonly listing: DisposableListing;
      /** The lists agree on the domain of one of its mail exchangers. */
      readonly routedToListed: boolean;
      /** A list of webmail providers names the domain or one above it. */
      readonly listedAsWebmail: boolean;
    }
  | { readonly source: 'smtp-dialogue'; readonly verdict: MailboxVerdict }
  | Verification
  | {
      readonly source: 'rdap';
      /** The registrable domain that was queried. */
      readonly name: string;
      readonly registration: Registration;
    };

/** What a verifier says of the mailbox. */
export interface Verification {
  readonly source: 'kickbox' | 'ipqualityscore' | 'reacher';
  readonly verdict: MailboxVerdict;
}

export type ObservationOf<Source extends Observation['source']> = Extract<Observation, { source: Source }>;

/** The observation of one source; undefined when there is none. */
export function observationOf<Source extends Observation['source']>(
  observations: readonly Observation[],
  source: Source,
): ObservationOf<Source> | undefined {
  return observations.find((each): each is ObservationOf<Source> => each.source === source);
}
