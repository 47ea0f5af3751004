import { getDomain } from 'tldts';
import type { MailDomains } from '../domain/ports.js';
import { CONSUMER_MAIL_DOMAINS } from './consumer-mail-domains.js';

/** Mail domains by our table of consumer providers and the public suffix list. */
export const mailDomains: MailDomains = {
  isConsumer: (domain) => CONSUMER_MAIL_DOMAINS.has(domain),
  organisation: (domain) => getDomain(domain, { allowPrivateDomains: true }),
};
