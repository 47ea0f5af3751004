/** Which addresses are one mailbox: by RFC 5321 and 5322, and by the rules that providers publish about their own consumer domains. */
import { isQuoted, splitAddress, withoutTag } from './mail-address.js';
import { shippedProvider } from './mail-providers.js';

/** What a provider says about addresses that reach the same mailbox. */
interface MailboxRule {
  /** What begins a tag (RFC 5233). */
  readonly tag?: '+';
  /** What may begin a tag, besides `+`, which may anywhere: a name that has it may also be somebody's own. */
  readonly possibleTag?: '-';
  /** One spelling of a name for all that count as the same. */
  readonly name?: (name: string) => string;
  /** The domain under which every name of the provider's other domains is the same person's. Absent: each domain has names of its own. */
  readonly domain?: string;
  /** `anything@name.domain` reaches `name@domain`. */
  readonly hasSubdomains?: boolean;
}

/** By slug of the provider. A provider that is missing has not published a rule, so its addresses differ where their text does. */
const RULES: Readonly<Record<string, MailboxRule>> = {
  // Gmail Help: "Dots don't matter in Gmail addresses", "Send emails from a different address or alias" (+), "Use gmail.com or
  // googlemail.com".
  gmail: { tag: '+', name: (name) => name.replaceAll('.', ''), domain: 'gmail.com' },
  // Outlook blog, September 2013: + in Outlook.com addresses. Each of its domains has accounts of its own, and dots count.
  outlook: { tag: '+' },
  // Yahoo Help, "Disposable addresses": base name, hyphen, keyword. Some of its domains had names with hyphens before they were Yahoo's.
  'yahoo-mail': { possibleTag: '-' },
  // Apple Support 118230, on @icloud.com, @me.com and @mac.com: who has one of the older two has the newer ones too.
  'icloud-mail': { domain: 'icloud.com' },
  // Proton Support: "How to change your username" (`.`, `-` and `_` are transparent), "Email addresses and aliases" (+, and the domains,
  // on which a name is one account's).
  proton: { tag: '+', name: (name) => name.replaceAll(/[._-]/g, ''), domain: 'proton.me' },
  // Fastmail Help, "Plus addressing and subdomain addressing". Its domains have names of their own.
  fastmail: { tag: '+', hasSubdomains: true },
  // Yandex Support: "Account registration" (a point and a hyphen are not distinguished; +), "Mailbox aliases" (every Yandex domain).
  'yandex-mail': { tag: '+', name: (name) => name.replaceAll('.', '-'), domain: 'yandex.com' },
  // mailbox.org Knowledge Base, "What is an alias and how do I use it": address+keyword.
  'mailbox-org': { tag: '+' },
  // Runbox Blog, "Sub-addressing (plus addressing)".
  runbox: { tag: '+' },
};

/**
 * One address for all that are certainly the same mailbox.
 *
 * @param email in lower case, with an ASCII domain
 */
export function mailboxOf(email: string): string {
  const { local, domain, rule } = locate(email);
  if (!rule || isQuoted(local)) return `${local}@${domain}`;
  const name = rule.tag ? withoutTag(local, rule.tag) : local;
  return `${rule.name?.(name) || name}@${rule.domain ?? domain}`;
}

/** One address for all that may be the same mailbox: without what is a tag with most providers. @param mailbox as `mailboxOf` gives it */
export function possibleMailboxOf(mailbox: string): string {
  const { local, domain, rule } = locate(mailbox);
  if (isQuoted(local)) return mailbox;
  const name = withoutTag(local, '+');
  return `${rule?.possibleTag ? withoutTag(name, rule.possibleTag) : name}@${domain}`;
}

/** Name and domain of an address, with the rule of its provider. */
function locate(email: string): { readonly local: string; readonly domain: string; readonly rule: MailboxRule | undefined } {
  const { local, domain } = splitAddress(email);
  const [name = '', ...parent] = domain.split('.');
  const above = { local: name, domain: parent.join('.'), rule: ruleOf(parent.join('.')) };
  return above.rule?.hasSubdomains ? above : { local: unquoted(local), domain, rule: ruleOf(domain) };
}

const ruleOf = (domain: string): MailboxRule | undefined => RULES[shippedProvider(domain) ?? ''];

const DOT_STRING = /^[^\s"(),:;<>@[\\\].]+(?:\.[^\s"(),:;<>@[\\\].]+)*$/u;

/** Quotes and backslashes are no part of what a quoted string says (RFC 5322, 3.2.4); they stay where a name needs them. */
function unquoted(local: string): string {
  if (!/^".*"$/s.test(local)) return local;
  const text = local.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  return DOT_STRING.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
