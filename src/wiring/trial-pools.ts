import { getDomain } from 'tldts';
import { evaluateDisposable } from '../facts/email/disposable.js';
import { domainLists } from '../facts/email/sources/disposable-lists.js';
import type { TrialPools } from '../features/accounts/accounts.js';
import type { Config } from '../kernel/config/env.js';
import { formsOf } from '../kernel/identity/forms.js';
import { splitAddress } from '../kernel/identity/mail-address.js';
import { aliasServiceOf, isConsumerDomain } from '../kernel/identity/mail-providers.js';
import { createKeyedDigest } from '../kernel/secrets/keyed-digest.js';
import { secretsKeys } from './stores.js';

/**
 * Pools of the free trial: of a company by its registrable domain, of webmail by mailbox, as a digest that outlives the account, and of a
 * service that gives out aliases for everybody there. Only the part of the public suffix list that registries run counts: under the other
 * suffixes anybody gets a name for nothing. The lists of mail domains are loaded when the first address needs them.
 */
export function trialPoolsOf(config: Pick<Config, 'SECRETS_KEY'>): TrialPools {
  const digest = createKeyedDigest({ keys: secretsKeys(config), purpose: 'trial mailbox' });
  return {
    keyOf(email) {
      const mailbox = formsOf({ kind: 'email', value: email }).certain.value;
      const { domain } = splitAddress(mailbox);
      const service = aliasServiceOf(domain);
      if (service !== null) return `alias:${service}`;
      const own = `mailbox:${digest.of(mailbox)}`;
      if (isConsumerDomain(domain)) return own;
      const unknown = { domain, routed: false, routedToListed: false, registeredAt: null, now: new Date() };
      if (evaluateDisposable(domainLists().listingOf(domain), unknown).disposable) return null;
      const company = domainLists().isWebmail(domain) ? null : getDomain(domain, { allowPrivateDomains: false });
      return company === null ? own : `domain:${company}`;
    },
  };
}
