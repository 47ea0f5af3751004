import { isConsumerDomain } from '../domain/email/providers.js';
import type { MailDomains } from '../domain/catalogue/ports.js';

/** Mail domains by our table of consumer providers. */
export const mailDomains: MailDomains = { isConsumer: isConsumerDomain };
