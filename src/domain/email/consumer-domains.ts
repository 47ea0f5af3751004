import { MAILBOX_PROVIDERS } from './providers.js';

const SLUGS: ReadonlyMap<string, string> = new Map(
  MAILBOX_PROVIDERS.flatMap(({ slug, domains }) => domains.map((domain) => [domain, slug] as const)),
);

/**
 * Services that give out permanent aliases, which forward to a mailbox elsewhere. Their users are private customers, as with webmail, but
 * the mailbox is not there. They are no disposable inboxes, though lists of those often name them.
 */
const ALIAS_SERVICES: ReadonlySet<string> = new Set(
  `privaterelay.appleid.com duck.com mozmail.com relay.firefox.com simplelogin.com simplelogin.co simplelogin.fr aleeas.com slmail.me
   8alias.com dralias.com passmail.net passmail.com passinbox.com passfwd.com anonaddy.com anonaddy.me addy.io addymail.com`.split(/\s+/),
);

/** Slug of the provider whose consumer domain this is; null for any other domain, its subdomains included. */
export function consumerProvider(domain: string): string | null {
  return SLUGS.get(domain) ?? null;
}

/** Whether the domain is an alias service's, or a subdomain that such a service gives its users. */
export function isAliasService(domain: string): boolean {
  return selfAndParents(domain).some((name) => ALIAS_SERVICES.has(name));
}

/** Whether unrelated people have their addresses here: consumer webmail, and alias services. */
export function isConsumerDomain(domain: string): boolean {
  return SLUGS.has(domain) || isAliasService(domain);
}

/** `a.b.example.com` → itself, `b.example.com`, `example.com`; the top-level domain is left out. */
export function selfAndParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
