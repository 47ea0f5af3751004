/**
 * Promise 1, where rules are read: refuses a rule that could accept a block page as evidence, query an identity that the platform
 * cannot have, or not distinguish a missing account from an existing one. Pure.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isStrong, type Platform } from '../rules/platform.js';
import type { Evidence, ProbeRule } from '../rules/probe-rule.js';
import type { Json } from '../../../kernel/values/json.js';
import { inScope, isReservedName } from '../rules/rule-scope.js';
import { echoesIdentity } from '../../evaluation/evidence-match.js';
import { variablesIn } from '../../evaluation/template.js';
import { QUERY_TYPES, type QueryType } from '../../../kernel/identity/identity.js';
import { memoize } from '../../../kernel/values/memoize.js';
import { isAnchored, regexFault } from '../safety/regex-safety.js';
import { evidenceFault, overlapFault } from './validate-evidence.js';
import { isPreludeVariable, preludeFault } from './validate-prelude.js';

/** Wikis write an underscore so. */
const SPACED_HANDLE = 'a b';

/** Texts that are no handles, and texts that would make a URL point elsewhere. */
const INVALID_HANDLES: readonly string[] = [
  '',
  '.',
  '..',
  '/',
  'a/b',
  '../a',
  ' ',
  SPACED_HANDLE,
  'ab\r\ncd',
  'ab\n',
  '\r',
  'ab\0',
  'ab\\cd',
];

/** Those of `INVALID_HANDLES` that a valid pattern accepts. */
const acceptedNonHandles = memoize((pattern): readonly string[] => {
  const accepts = new RegExp(pattern, 'u');
  return INVALID_HANDLES.filter((text) => accepts.test(text));
});

/** Why a rule is invalid, in one sentence; null when it is valid. */
export function ruleFault(rule: ProbeRule, queryType: QueryType): string | null {
  const { request, registered, absent } = rule;
  if (registered === undefined && absent === undefined) return 'the rule has no side: it could never answer';
  if (absent?.redirectToRoot === true && registered === undefined)
    return '`absent` is a redirect to the root, but nothing could show that not everybody gets it';
  if (
    [registered, absent].some((side) => side?.weakEvidence === true || side?.redirectToRoot === true) &&
    (rule.positiveControls ?? []).length === 0
  ) {
    return 'a side is weak evidence and counts only beside a control, but there are no `positiveControls`';
  }
  if (rule.readsAbsent !== undefined && (registered === undefined || absent === undefined))
    return '`readsAbsent` is for a rule with both sides: it then only confirms, and `absent` serves its controls';
  if (rule.nameAsSent !== undefined && (queryType !== 'username' || (absent?.json ?? []).length === 0))
    return '`nameAsSent` is for a username rule whose absence is a JSON member';
  if (request.method !== 'POST' && request.body !== undefined) return `a ${request.method} request has no body`;
  return (
    variableFault(rule, queryType) ??
    keyedVariableFault(rule, queryType) ??
    preludeFault(rule) ??
    patternFault(rule, queryType) ??
    scopeFault(rule, queryType) ??
    reservedNamesFault(rule, queryType) ??
    (registered === undefined ? null : evidenceFault('registered', registered, request)) ??
    (absent === undefined ? null : evidenceFault('absent', absent, request)) ??
    (registered === undefined || absent === undefined ? null : overlapFault(registered, absent)) ??
    (registered === undefined || rule.echoExemption !== undefined || echoesIdentity(registered)
      ? null
      : '`registered` does not name the identity; say why in `echoExemption`')
  );
}

function patternFault({ pattern, request, positiveControls = [] }: ProbeRule, queryType: QueryType): string | null {
  if (pattern === undefined) return queryType === 'username' ? 'a username rule needs a `pattern`' : null;
  const fault = regexFault(pattern, 'u');
  if (fault !== null) return `the pattern ${fault}`;
  if (!isAnchored(pattern)) return 'the pattern is not anchored in every alternative';
  const isWiki = request.url.includes('{username:title}');
  const nonHandle = queryType === 'username' ? acceptedNonHandles(pattern).find((text) => !isWiki || text !== SPACED_HANDLE) : undefined;
  if (nonHandle !== undefined) return `the pattern accepts ${JSON.stringify(nonHandle)}`;
  if (positiveControls.length === 0) return null;
  const accepts = new RegExp(pattern, 'u');
  if (queryType === 'username') {
    const near = positiveControls.flatMap((handle) => [`${handle}\n`, ` ${handle}`, `${handle}/x`, `../${handle}`]);
    const wrong = near.find((text) => accepts.test(text));
    if (wrong !== undefined) return `the pattern accepts ${JSON.stringify(wrong)}`;
  }
  const misfit = positiveControls.find((handle) => !accepts.test(handle));
  return misfit === undefined ? null : `the pattern refuses the positive control "${misfit}"`;
}

/** Countries scope phone numbers, domains e-mail addresses; the known accounts are inside. */
function scopeFault({ scope, positiveControls = [] }: ProbeRule, queryType: QueryType): string | null {
  if (scope === undefined) return null;
  if (scope.countries !== undefined && queryType !== 'phone') return '`scope.countries` is about phone numbers only';
  if (scope.domains !== undefined && queryType !== 'email') return '`scope.domains` is about e-mail addresses only';
  if (scope.countries === undefined && scope.domains === undefined) return 'the `scope` names neither countries nor domains';
  const countryOf = (phone: string): string | null => parsePhoneNumberFromString(phone)?.country ?? null;
  const outside = positiveControls.find((value) => !inScope(scope, { type: queryType, value }, countryOf));
  return outside === undefined ? null : `the positive control "${outside}" is outside the scope`;
}

/** A known account with a reserved name would read registered whatever the platform knows of it. */
function reservedNamesFault(rule: ProbeRule, queryType: QueryType): string | null {
  const { reservedNames, positiveControls = [] } = rule;
  if (reservedNames === undefined) return null;
  if (queryType !== 'username') return '`reservedNames` are usernames';
  const fault = reservedNames.pattern === undefined ? null : regexFault(reservedNames.pattern, 'iu');
  if (fault !== null) return `the pattern of \`reservedNames\` ${fault}`;
  const reserved = positiveControls.find((name) => isReservedName(rule, name));
  return reserved === undefined ? null : `the positive control "${reserved}" is a reserved name, which shows nothing`;
}

/** Why a platform as a whole is invalid, its rules aside; null when it is valid. */
export function platformFault({ probes, instant, strength, retired, sameAccountAs }: Platform): string | null {
  const isEmpty = Object.values(probes).every((rule) => rule === undefined);
  if (isEmpty && retired === undefined && sameAccountAs === undefined) return 'the platform has no probe';
  if (!isEmpty && retired !== undefined) return 'the platform is retired and has probes: remove one of the two';
  const needKeys = Object.values(probes).every((rule) => rule === undefined || rule.credentials?.required === true);
  if (!isEmpty && sameAccountAs !== undefined && !needKeys) return `it is probed as ${sameAccountAs} and has probes: remove one of the two`;
  for (const queryType of instant) {
    const rule = probes[queryType];
    if (rule === undefined) return `\`instant\` names ${queryType}, which has no probe`;
    if (rule.method !== 'public_api') return `\`instant\` names ${queryType}, whose method is not public_api`;
  }
  const suspect = QUERY_TYPES.find(
    (type) => probes[type]?.suspect !== undefined && (instant.includes(type) || isStrong({ strength, probes }, type)),
  );
  if (suspect !== undefined) return `the rule for ${suspect} is suspect, and cannot be strong or instant`;
  const idle = typeof strength === 'string' ? undefined : QUERY_TYPES.find((type) => strength[type] !== undefined && !probes[type]);
  if (idle !== undefined) return `\`strength\` names ${idle}, which has no probe`;
  return null;
}

// Which variables a rule may use, and where. Pure.

/** Variables that the rules of each query type may use; `src/engine/http/probe-variables.ts` gives their values. */
const VARIABLES: Readonly<Record<QueryType, readonly string[]>> = {
  username: ['username', 'username:lower', 'username:title'],
  email: ['email', 'email:local', 'email:domain', 'email:sha256', 'email:md5'],
  phone: ['phone', 'phone:digits', 'phone:cc', 'phone:national'],
};
/**
 * Variables that determine a whole identity. A mail domain is shared by all its users, and a national number occurs in several countries:
 * the parts identify only together.
 */
const IDENTIFYING_VARIABLES = new Set([
  'username',
  'username:lower',
  'username:title',
  'email',
  'email:sha256',
  'email:md5',
  'phone',
  'phone:digits',
]);

const stringsIn = (json: Json): string[] => {
  if (typeof json === 'string') return [json];
  if (Array.isArray(json)) return json.flatMap((item: Json) => stringsIn(item));
  return json !== null && typeof json === 'object' ? Object.values(json as Readonly<Record<string, Json>>).flatMap(stringsIn) : [];
};
const namesIn = (json: Json): string[] => {
  if (Array.isArray(json)) return json.flatMap((item: Json) => namesIn(item));
  return json !== null && typeof json === 'object'
    ? Object.entries(json as Readonly<Record<string, Json>>).flatMap(([name, value]) => [name, ...namesIn(value)])
    : [];
};

const namesOf = (text: string): string[] => (text.includes('{') ? variablesIn(text) : []);

/** Names of a URL's query parameters, as they are written. */
function fieldNames(url: string): string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return query.split('&').map((field) => field.split('=', 1)[0] ?? '');
}

/** Every text of one side in which variables are rendered. */
function textsOf(side: Evidence | undefined): string[] {
  if (side === undefined) return [];
  return [
    ...(side.json ?? []).flatMap(({ equals, matches }) => [...(equals === undefined ? [] : stringsIn(equals)), matches ?? '']),
    ...(side.contains ?? []),
    ...(side.containsAny ?? []),
    ...(side.lacks ?? []),
    side.bodyEquals ?? '',
    side.location ?? '',
    ...Object.values(side.headers ?? {}),
  ];
}

/** Whether the variables of a request say whom it is about. */
function identifies(used: readonly string[], { scope }: ProbeRule): boolean {
  if (used.some((name) => IDENTIFYING_VARIABLES.has(name))) return true;
  if (used.includes('phone:national')) return used.includes('phone:cc') || scope?.countries?.length === 1;
  return used.includes('email:local') && (used.includes('email:domain') || scope?.domains?.length === 1);
}

/** The same for the URL with keys. */
function keyedVariableFault(rule: ProbeRule, queryType: QueryType): string | null {
  const url = rule.credentials?.url;
  const fault = url === undefined ? null : variableFault({ ...rule, request: { ...rule.request, url } }, queryType);
  return fault === null ? null : `with keys: ${fault}`;
}

/** Why a rule's use of variables is refused, in one sentence; null when it is valid. */
export function variableFault(rule: ProbeRule, queryType: QueryType): string | null {
  const { url, body, headers } = rule.request;
  const json: Json = body === undefined ? null : 'json' in body ? body.json : body.form;
  const templates = [url, ...stringsIn(json)];
  const allowed = VARIABLES[queryType];
  // Variables of a prelude are checked by `preludeFault`.
  const inBody = [...stringsIn(json), ...Object.values(headers ?? {})].flatMap(namesOf).filter((name) => !isPreludeVariable(name));
  const elsewhere = [url, ...textsOf(rule.registered), ...textsOf(rule.absent), ...(rule.blockPages ?? [])].flatMap(namesOf);
  const unknown = [...inBody, ...elsewhere].find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    return `{${unknown}} is not a variable of ${queryType} rules (${allowed.map((name) => `{${name}}`).join(', ')})`;
  if (/[{}]/.test(url.replace(/\{[a-z][a-z0-9_:]*\}/g, ''))) return 'the URL has a brace that is not a variable';
  const named = fieldNames(url).find((name) => namesOf(name).length > 0);
  if (named !== undefined) return `${named} is the name of a query parameter, so that the identity could be any other parameter`;
  const unfilled = [...Object.keys(headers ?? {}), ...namesIn(json)].find((text) => namesOf(text).length > 0);
  if (unfilled !== undefined) return `variables are not filled in names of headers or fields: ${unfilled}`;
  const used = templates.flatMap(namesOf);
  if (identifies(used, rule)) return null;
  return used.includes('phone:national')
    ? '{phone:national} is a number in every country: add {phone:cc}, or a `scope` of one country'
    : 'the request does not name the identity, so everybody would get the same answer';
}
