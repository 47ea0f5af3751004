/**
 * Promise 3: no probe harms the person it is about. Refuses any rule whose request could send mail, an SMS or a
 * notification, carry a password, or be a sign-up, login, reset or one-time-code form. Pure.
 */
import type { Json, ProbeRequest, ProbeRule } from '../../domain/catalogue/probe-rule.js';
import { partsOf, PLACEHOLDER, readsOnly, type RequestPart, templateUrl, withPlaceholders } from '../request-parts.js';
import { deniedQueryTerm, passwordTerm, reviewedTerm, secretFieldTerm, splitWords } from './denylist.js';
import { hostFault, type EntryOrigin, registrableDomain, subdomainOf } from '../probe-host.js';
import { onlyLettersDigitsHyphens } from '../regex-safety.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const REVIEWED_BASES: ReadonlySet<string> = new Set(['availability_check', 'documented_api']);
/** Minimum length of a reason, in characters: it must say more than "safe". */
const MIN_REASON_LENGTH = 20;

/**
 * Why a rule's request may not be sent, in one sentence; null when it may.
 * @param origin IP addresses and hosts that are not public are allowed in operators' own files only.
 */
export function templateViolation(rule: ProbeRule, origin: EntryOrigin): string | null {
  const { request, harmless } = rule;
  if (!METHODS.has(request.method)) return `method ${request.method} may change something; only GET, HEAD and POST are sent`;
  if (request.method === 'POST' && !REVIEWED_BASES.has(harmless.basis)) {
    return 'POST needs the basis availability_check or documented_api';
  }
  const url = templateUrl(request.url);
  if (url === null) return 'the URL cannot be read';
  const objection = urlViolation(rule, url, origin) ?? headerViolation(request);
  if (objection !== null) return objection;
  for (const part of partsOf(request, subdomainOf(url.hostname))) {
    const harm = partViolation(part, rule);
    if (harm !== null) return harm;
  }
  return graphqlViolation(request, url);
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
  for (const host of [url.hostname.replaceAll(PLACEHOLDER, 'x'), ...(rule.request.hosts ?? [])]) {
    if (!/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(host)) return `"${host}" is not a lower-case host name`;
    const objection = hostFault(host, origin);
    if (objection !== null) return objection;
  }
  return null;
}

const CREDENTIAL_HEADER: ReadonlySet<string> = new Set(
  'authorization auth authentication cookie cookies token tokens csrf xsrf secret session credential credentials bearer apikey key csrftoken xsrftoken'.split(
    ' ',
  ),
);
/** Headers that turn a request into another one: another method, host, sender or framing. */
const STEERING_HEADER =
  /^(?:x-(?:http-)?method(?:-override)?|host|forwarded|x-(?:forwarded|original|rewrite|real)-.*|proxy-.*|connection|upgrade|te|trailer|transfer-encoding|content-length|expect)$/;

function headerViolation(request: ProbeRequest): string | null {
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name) || /[^\t\x20-\x7e]/.test(value)) return `header ${JSON.stringify(name)} is malformed`;
    const lower = name.toLowerCase();
    if (STEERING_HEADER.test(lower)) return `header ${lower} would make it another request`;
    const words = splitWords(lower);
    if (words.some((word) => CREDENTIAL_HEADER.has(word))) return `header ${lower} carries a credential; probes have none`;
  }
  return null;
}

const CREDENTIAL_FIELD: readonly (readonly string[])[] = [
  ['api', 'key'],
  ['apikey'],
  ['access', 'token'],
  ['csrf'],
  ['xsrf'],
  ['csrfmiddlewaretoken'],
  ['authenticity', 'token'],
  ['csrftoken'],
  ['xsrftoken'],
  ['request', 'verification', 'token'],
];

function partViolation({ location, kind, text }: RequestPart, rule: ProbeRule): string | null {
  const said = kind === 'name' ? `the ${location} field "${text}"` : `the ${location}`;
  const never = deniedQueryTerm(text);
  if (never !== null) return `${said} says "${never}": such a request acts on the account or writes to its holder`;
  const password = kind === 'name' ? secretFieldTerm(text) : passwordTerm(text);
  if (password !== null) return `${said} says "${password}": no password or secret is ever sent`;
  if (kind === 'name') {
    if (text.trim().toLowerCase() === '_method') return `${said} would make it another method`;
    const words = splitWords(text).join(' ');
    if (CREDENTIAL_FIELD.some((field) => ` ${words} `.includes(` ${field.join(' ')} `))) {
      return `${said} carries a credential or a CSRF token; probes have none`;
    }
  }
  const reviewed = reviewedTerm(text);
  if (reviewed === null) return null;
  const { basis, why } = rule.harmless;
  if (!REVIEWED_BASES.has(basis)) return `${said} says "${reviewed}": needs the basis availability_check or documented_api`;
  if (why.trim().length < MIN_REASON_LENGTH) return `${said} says "${reviewed}": needs a reason of ${MIN_REASON_LENGTH} characters or more`;
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
