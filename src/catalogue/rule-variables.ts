/** Which variables a rule may use, and where. Pure. */
import type { QueryType } from '../domain/identity/identity.js';
import type { Evidence, Json, ProbeRule } from '../domain/catalogue/probe-rule.js';
import { variablesIn } from '../domain/evaluation/template.js';

/** Variables that the rules of each query type may use; `src/adapters/probe-variables.ts` gives their values. */
const VARIABLES: Readonly<Record<QueryType, readonly string[]>> = {
  username: ['username'],
  email: ['email', 'email:local', 'email:domain', 'email:sha256', 'email:md5'],
  phone: ['phone', 'phone:digits'],
};
/** Variables that determine a whole identity; a mail domain is shared by all its users. */
const IDENTIFYING_VARIABLES = new Set(['username', 'email', 'email:sha256', 'email:md5', 'phone', 'phone:digits']);

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

/** Why a rule's use of variables is refused, in one sentence; null when it is valid. */
export function variableFault(rule: ProbeRule, queryType: QueryType): string | null {
  const { url, body, headers } = rule.request;
  const json: Json = body === undefined ? null : 'json' in body ? body.json : body.form;
  const asked = [url, ...stringsIn(json)];
  const allowed = VARIABLES[queryType];
  const unknown = [...asked, ...textsOf(rule.registered), ...textsOf(rule.absent), ...(rule.blockPages ?? [])]
    .flatMap(namesOf)
    .find((name) => !allowed.includes(name));
  if (unknown !== undefined) return `{${unknown}} is no variable of ${queryType} rules (${allowed.map((name) => `{${name}}`).join(', ')})`;
  if (/[{}]/.test(url.replace(/\{[a-z][a-z0-9_:]*\}/g, ''))) return 'the URL has a brace that is no variable';
  const named = fieldNames(url).find((name) => namesOf(name).length > 0);
  if (named !== undefined) return `${named} is the name of a query parameter, so that the identity could be any other parameter`;
  const unfilled = [...Object.entries(headers ?? {}).flat(), ...namesIn(json)].find((text) => namesOf(text).length > 0);
  if (unfilled !== undefined) return `variables are not filled in headers or field names: ${unfilled}`;
  const used = asked.flatMap(namesOf);
  const whole = used.some((name) => IDENTIFYING_VARIABLES.has(name)) || (used.includes('email:local') && used.includes('email:domain'));
  return whole ? null : 'the request does not name the identity, so everybody would get the same answer';
}
