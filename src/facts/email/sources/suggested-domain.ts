import { parse } from 'tldts';
import { consumerDomains, isConsumerDomain } from '../../../kernel/identity/mail-providers.js';
import { isOneTypoAway } from '../../../kernel/values/most-similar.js';

/** A provider whose domains are everyday words. */
const EVERYDAY = 'mail-com';
/** Letters of a name in which one that differs is rather an error than another name. */
const LEAST_LETTERS = 5;
/** Country codes that are mostly a mistyped `com`. */
const LIKE_COM: ReadonlySet<string> = new Set(['co', 'cm', 'om']);

/**
 * The domain of a mailbox provider that a mistyped one may mean: one typing error away, in a name that is not short, or in an ending
 * that is none of a country. It only suggests: the domain may as well be somebody's own.
 *
 * @param domain lower-case ASCII @returns null: there is none, or it is a provider's itself
 */
export function suggestedDomain(domain: string): string | null {
  if (isConsumerDomain(domain)) return null;
  for (const [known, slug] of consumerDomains())
    if (slug !== EVERYDAY && isOneTypoAway(domain, known) && isLikelyTypo(domain, known)) return known;
  return null;
}

function isLikelyTypo(domain: string, known: string): boolean {
  const [name = ''] = known.split('.');
  if (!domain.startsWith(`${name}.`)) return name.length >= LEAST_LETTERS;
  const { isIcann, publicSuffix } = parse(domain);
  return !isIcann || LIKE_COM.has(publicSuffix ?? '');
}
