/**
 * Promise 3: no probe harms the person it is about. Refuses any rule whose request could send mail, an SMS or a
 * notification, carry a password, or be a sign-up, login, reset or one-time-code form. Pure.
 */
import type { ProbeRequest, ProbeRule } from '../rules/probe-rule.js';
import type { Json } from '../../../kernel/values/json.js';
import { partsOf, PLACEHOLDER, readsOnly, templateUrl, withPlaceholders } from './request-parts.js';
import { splitWords } from '../../../kernel/values/denylist.js';
import { headerViolation, partViolation, REVIEWED_BASES } from './check-parts.js';
import { hostFault, type EntryOrigin, registrableDomain, subdomainOf } from '../../../kernel/net/probe-host.js';
import { onlyLettersDigitsHyphens } from './regex-safety.js';
import { credentialsViolation, preludeViolation } from './check-companions.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
/** Minimum length of the evidence for an `identifier_step`, in characters. */
const MIN_EVIDENCE_LENGTH = 30;
/** Phrases that state no reason, like "not known". */
const NOT_KNOWN = /^\W*(?:(?:it is |this is )?(?:not|un)[\s-]?(?:known|clear|documented)|nobody knows|no source|tbd|n\/?a\b|\?)/i;

/**
 * Why a rule's request may not be sent, in one sentence; null when it may.
 * @param origin IP addresses and hosts that are not public are allowed in operators' own files only.
 */
export function templateViolation(rule: ProbeRule, origin: EntryOrigin): string | null {
  const { request, safety } = rule;
  if (!METHODS.has(request.method)) return `method ${request.method} may change something; only GET, HEAD and POST are sent`;
  if (request.method === 'POST' && !REVIEWED_BASES.has(safety.basis)) {
    return 'POST needs the basis availability_check, documented_api or identifier_step';
  }
  const url = templateUrl(request.url);
  if (url === null) return 'the URL cannot be read';
  const violation = identifierStepViolation(rule) ?? urlViolation(rule, url, origin) ?? headerViolation(request.headers);
  if (violation !== null) return violation;
  for (const part of partsOf(request, subdomainOf(url.hostname))) {
    const harm = partViolation(part, rule);
    if (harm !== null) return harm;
  }
  return graphqlViolation(request, url) ?? preludeViolation(rule, url, origin) ?? credentialsViolation(rule, url, origin);
}

/**
 * The first step of a sign-in is where a platform may already write to somebody: an account without a password is sent a code, or its
 * holder's authenticator rings. Such a rule is probed only when it is known what happens then.
 */
function identifierStepViolation({ safety: { basis, evidence = '', withoutPassword }, onHold }: ProbeRule): string | null {
  if (basis !== 'identifier_step') return null;
  if (evidence.trim().length < MIN_EVIDENCE_LENGTH) {
    return `identifier_step needs \`evidence\` of ${MIN_EVIDENCE_LENGTH} characters or more that nothing is sent and nothing created`;
  }
  if (withoutPassword === undefined) {
    return 'identifier_step needs `withoutPassword`: what the platform does for an account without a password (`does`) and where that was read (`source`), or "not known"';
  }
  const isKnown = withoutPassword !== 'not known' && !NOT_KNOWN.test(withoutPassword.does);
  return isKnown || onHold !== undefined
    ? null
    : 'it is not known what the platform does for an account without a password: say in `onHold` what must be tried first';
}

/** Checks the requested URL and the hosts that a redirect may lead to. */
function urlViolation(rule: ProbeRule, url: URL, origin: EntryOrigin): string | null {
  if (url.username !== '' || url.password !== '') return 'the URL carries credentials';
  if (origin === 'shipped' && url.protocol !== 'https:') return 'the identity would travel unencrypted: use https';
  if (origin === 'shipped' && url.port !== '') return `port ${url.port} is not that of a public site`;
  if (url.hostname.includes(PLACEHOLDER)) {
    if (registrableDomain(url.hostname)?.includes(PLACEHOLDER) !== false) return 'the identity would choose the domain to ask';
    if (rule.pattern === undefined || !onlyLettersDigitsHyphens(rule.pattern)) {
      return 'a variable in the host needs a pattern of letters, digits and hyphens only';
    }
  }
  for (const host of [url.hostname.replaceAll(PLACEHOLDER, 'x'), ...(rule.request.redirectHosts ?? [])]) {
    if (!/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(host)) return `"${host}" is not a lower-case host name`;
    const violation = hostFault(host, origin);
    if (violation !== null) return violation;
  }
  return null;
}

/**
 * A GraphQL URL accepts any operation: the text of the operation must be present, be a query, and be the same for every
 * identity. An identity goes into `variables`, never into the text.
 */
function graphqlViolation(request: ProbeRequest, url: URL): string | null {
  const documents = url.searchParams.getAll('query');
  if (request.body !== undefined) {
    const body: Json = 'json' in request.body ? request.body.json : request.body.form;
    for (const operation of Array.isArray(body) ? body : [body]) {
      const document = typeof operation === 'object' && operation !== null && 'query' in operation ? operation.query : undefined;
      if (typeof document === 'string') documents.push(withPlaceholders(document));
    }
  }
  const isGraphql = splitWords(`${url.hostname} ${url.pathname}`).some((word) => word === 'graphql' || word === 'gql');
  if (isGraphql && documents.length === 0) return 'a GraphQL request must carry its query text, not a stored operation';
  const operations = isGraphql ? documents : documents.filter((document) => document.includes('{'));
  if (!operations.every(readsOnly)) return 'the GraphQL operation is not a plain query';
  const open = operations.some((document) => document.includes(PLACEHOLDER));
  return open ? 'the identity stands in the text of the GraphQL operation: give it in `variables`' : null;
}
