import { splitAddress, withoutTag } from './mail-address.js';

/** Role mailboxes, not of a person: those of RFC 2142 and other usual ones. Compared without `.`, `_` and `-`. */
const ROLE_NAMES: ReadonlySet<string> = new Set(
  `abuse accounting accounts admin administrator all api billing board bookings careers compliance contact contactus customer
   customercare customerservice data delivery design dev developer developers devnull devops director donotreply editor education
   email enquiries enquiry events everyone feedback finance form forms general hello help helpdesk hostmaster human info information
   inquiries inquiry invest investor investors invoice invoices jobs legal letters list login mail mailbox mailerdaemon management
   manager marketing media member members newsletter newsletters noreply notifications office operations order orders partner
   partners payments payroll personnel plus postmaster press privacy procurement purchasing receipts reception recruiting
   recruitment registrar replies reservations returns root sales school secretary security service services shop spam staff
   subscribe support sysadmin system team tech technical test tester unsubscribe usenet user users uucp webadmin webmaster website
   welcome work`.split(/\s+/),
);

/** Whether an address is of a role and of no person, by its local part alone. @param email in normal form (`IdentityParser.email`) */
export function isRoleMailbox(email: string): boolean {
  return ROLE_NAMES.has(withoutTag(splitAddress(email).local).toLowerCase().replace(/[._-]/g, ''));
}
