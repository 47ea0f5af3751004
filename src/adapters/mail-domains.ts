import { getDomain } from 'tldts';
import { isConsumerDomain } from '../domain/email/providers.js';
import type { MailDomains } from '../domain/catalogue/ports.js';

/** Mail domains by our table of consumer providers and the public suffix list. */
export const mailDomains: MailDomains = {
  isConsumer: isConsumerDomain,
  registrableDomain: (domain) => getDomain(domain, { allowPrivateDomains: true }),
};
