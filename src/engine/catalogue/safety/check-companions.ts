/** Promise 3 for what goes with a probe: its prelude, and the keys of an official interface. Both requests are judged together. Pure. */
import type { ProbeRule, RuleCredentials } from '../rules/probe-rule.js';
import { parseUrl } from '../../../kernel/values/parse-url.js';
import { type EntryOrigin, hostFault, registrableDomain, subdomainOf } from '../../../kernel/net/probe-host.js';
import { partsOf, PLACEHOLDER, templateUrl } from './request-parts.js';
import { headerViolation, partViolation, startsSignIn } from './check-parts.js';

const BRACES = /[{}]/;

/** Why a rule's prelude may not be sent, in one sentence; null when it may, or when there is none. */
export function preludeViolation(rule: ProbeRule, probeUrl: URL, origin: EntryOrigin): string | null {
  const { prelude } = rule;
  if (prelude === undefined) return null;
  const texts = [prelude.url, ...Object.entries(prelude.headers ?? {}).flat()];
  if (texts.some((text) => BRACES.test(text))) return 'the prelude has a variable: it is sent without any identity or key';
  const url = parseUrl(prelude.url);
  if (url === null) return "the prelude's URL cannot be read";
  const fault = urlFault(url, origin, 'the prelude') ?? headerViolation(prelude.headers);
  if (fault !== null) return fault;
  if (siteOf(url.hostname) !== siteOf(probeUrl.hostname)) return "the prelude is not under the registrable domain of the probe's URL";
  for (const part of partsOf({ method: 'GET', url: prelude.url }, subdomainOf(url.hostname))) {
    const harm = partViolation(part, rule);
    if (harm !== null) return `prelude: ${harm}`;
  }
  return null;
}

/** Why a rule's keys may not be sent, in one sentence; null when they may, or when there are none. */
export function credentialsViolation(rule: ProbeRule, probeUrl: URL, origin: EntryOrigin): string | null {
  const { credentials } = rule;
  if (credentials === undefined) return null;
  const url = credentials.url === undefined ? probeUrl : templateUrl(credentials.url);
  if (url === null) return 'the URL with keys cannot be read';
  if (url.hostname.includes(PLACEHOLDER)) return 'keys are sent to one host, not to one that the identity chooses';
  if (url.host !== credentials.host) return `keys are for ${credentials.host}, but the request goes to ${url.host}`;
  const fault = urlFault(url, origin, 'a request with keys');
  if (fault !== null) return fault;
  if (credentials.url !== undefined) {
    for (const part of partsOf({ method: rule.request.method, url: credentials.url }, subdomainOf(url.hostname))) {
      const harm = partViolation(part, rule);
      if (harm !== null) return `with keys: ${harm}`;
    }
  }
  if (rule.safety.basis !== 'documented_api') return 'keys are for official interfaces: the basis is documented_api';
  return locationsFault(credentials) ?? grantFault(credentials, origin);
}

/** Headers and query may hold constants and keys; every key that is named is used. */
function locationsFault({ keys, headers = {}, query = {}, grant }: RuleCredentials): string | null {
  const fields = [...Object.entries(headers), ...Object.entries(query)];
  const known = new Set([...keys, ...(grant === undefined ? [] : ['token'])]);
  if (keys.includes('token') && grant !== undefined) return '`token` is the access token of the grant: name the key otherwise';
  const used = new Set(grant === undefined ? [] : [grant.clientId, grant.clientSecret]);
  for (const [name, value] of fields) {
    if (BRACES.test(name) || BRACES.test(value.replace(/\{key:[a-z][a-z0-9-]*\}/g, '')))
      return `${name} holds a variable that is not a key`;
    if (!/^[a-z0-9_.-]+$/i.test(name) || /[^\x20-\x7e]/.test(value)) return `${name} is malformed`;
    if (startsSignIn(name, value)) return `${name} starts a sign-in: its holder would get a push or a code`;
    if (/^(?:host|cookie|content-.*|transfer-encoding|connection|proxy-.*)$/i.test(name)) return `${name} carries no key`;
    for (const match of value.matchAll(/\{key:([a-z][a-z0-9-]*)\}/g)) used.add(match[1] as string);
  }
  const unknown = [...used].find((name) => !known.has(name));
  if (unknown !== undefined) return `{key:${unknown}} is not among \`keys\``;
  const idle = [...known].find((name) => !used.has(name));
  return idle === undefined ? null : `the key ${idle} is not used`;
}

function grantFault({ grant, host }: RuleCredentials, origin: EntryOrigin): string | null {
  if (grant === undefined) return null;
  if (BRACES.test(grant.url)) return "the grant's URL has a variable";
  const url = parseUrl(grant.url);
  if (url === null) return "the grant's URL cannot be read";
  if (siteOf(url.hostname) !== siteOf(host.replace(/:\d+$/, ''))) return 'the grant is not under the registrable domain of `host`';
  return urlFault(url, origin, 'the grant');
}

function urlFault(url: URL, origin: EntryOrigin, what: string): string | null {
  if (url.protocol !== 'https:') return `${what} would travel unencrypted: use https`;
  if (url.username !== '' || url.password !== '') return `${what} has credentials in its URL`;
  if (origin === 'shipped' && url.port !== '') return `port ${url.port} is not that of a public site`;
  return hostFault(url.hostname, origin);
}

const siteOf = (host: string): string => registrableDomain(host) ?? host;

/** Whether two hosts are of one site: the same registrable domain, or the same host where there is none. */
export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other);
