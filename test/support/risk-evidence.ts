import type { EmailDetails } from '../../src/facts/email/email-details.js';
import type { PhoneDetails } from '../../src/facts/phone/phone-details.js';

/** The moment of the evidence. */
export const AT = new Date('2030-06-15T12:00:00Z');
/** A mailbox and a line of which nothing is known. */
export const MAILBOX: EmailDetails = {
  deliverable: null,
  disposable: null,
  freeProvider: null,
  acceptAll: null,
  domainAgeDays: null,
  domainRegisteredAt: null,
};
export const LINE: PhoneDetails = { valid: true, carrier: null, lineType: null, countryCode: null, voipClass: null, isVoip: null };
