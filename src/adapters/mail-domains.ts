import { getDomain } from 'tldts';
import { isConsumerDomain } from '../domain/mailbox/consumer-domains.js';
import type { MailDomains } from '../domain/ports.js';

/** Mail domains by our table of consumer providers and the public suffix list. */
export const mailDomains: MailDomains = {
  isConsumer: isConsumerDomain,
  organisation: (domain) => getDomain(domain, { allowPrivateDomains: true }),
};
