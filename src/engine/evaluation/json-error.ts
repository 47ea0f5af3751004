/**
 * Whether a JSON document says of itself that the request failed: `success: false`, `status: "error"`, a filled `error`. Beside that an
 * empty list is no answer, and neither is a "yes".
 */
import type { Evidence, JsonAssertion } from '../catalogue/rules/probe-rule.js';
import { containsPhrase } from './block-page-phrases.js';
import { isRecord } from '../../kernel/values/json.js';
import { normalizeText } from './text-match.js';

/** A member that says so, by its JSON Pointer without escapes: a flag, an error of its own, or words of a refusal. */
export interface JsonFailure {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  readonly kind: 'flag' | 'error' | 'text';
}

const SUCCESS = /^(?:is|was|request)?_?(?:success|successful|succeeded|ok)$/i;
const STATE = /^(?:status|state|result|stat|outcome|type|response_?(?:status|type))$/i;
const FAILED =
  /^(?:error|err|errored|fail|failed|failure|not_?ok|nok|ko|exception|rejected|denied|blocked|throttled|(?:error|err|failed|failure)[_:-].*)$/i;
/** What a code in words says of a refusal. */
const REFUSED =
  /rate_?limit|too_?many|throttl|quota_?exceeded|limit_?exceeded|(?:access|permission)_?denied|unauthori[sz]ed|forbidden|captcha|challenge_?required|(?:internal|server)_?error|service_?unavailable/i;
const ERROR =
  /^(?:has|is)?_?(?:err|errors?|exceptions?|faults?|failures?)_?(?:s|message|msg|text|desc(?:ription)?|code|type|summary|details?)?$/i;
/** `code` may be of a country or a city, so that it counts at the root and in a member that is about the answer. */
const CODE = /^(?:code|status)$/i;
const STATUS_CODE = /^(?:status|response|http|http_?status)_?(?:code|status)$/i;
/** What wraps the whole answer, and may be a profile as well: only a message there is about the answer. */
const WRAPPER = /^\/(?:payload|data|body|output)$/i;
const ABOUT_ANSWER = /\/(?:meta|header|headers|response|result|status|info|_meta)$/i;
const MESSAGE = /^(?:message|msg|detail|details|reason|description|title|info)$/i;
/** Sentences of a refusal that comes in place of an answer. */
const REFUSAL =
  /\btoo many (?:requests|attempts|tries|calls)\b|\brate.?limit|\bthrottl|\bquota (?:exceeded|reached)|\b(?:try|retry) again (?:later|in )|\b(?:temporarily|service) unavailable\b|\binternal (?:server )?error\b|\bsomething went wrong\b|\b(?:access|permission) denied\b|\bunauthori[sz]ed\b|\brequest (?:was )?(?:blocked|rejected|failed)\b|\bcaptcha\b/i;
/** Values of an error member that say that there was none. */
const NO_ERROR = /^(?:0|no|none|no ?error|ok|false|success|null|n\/a)?$/i;
/** Members of the rule that are the platform's own words for what it found. */
const WORDS = /err|message|msg|reason|code|comment|detail/i;

/** Members that are visited at most: a hostile document is no reason to wait. */
const MAX_MEMBERS = 20_000;

/**
 * A member that says that the request failed, where the evidence that holds does not rest on what the document says of itself.
 *
 * @param evidence of the side that holds
 * @param isPresence whether that is the side of presence: the lists of a profile are its holder's, and are not read
 * @returns null: no such member, or the rule names it
 */
export function jsonError(document: unknown, evidence: Evidence, status: number, isPresence: boolean): JsonFailure | null {
  const isSuccess = status >= 200 && status <= 299;
  const failures = failuresOf(document, isPresence).filter(({ kind }) => isSuccess || kind === 'text');
  if (failures.some((failure) => failure.kind === 'flag' && isNamed(failure, evidence))) {
    return failures.find(({ kind, path }) => kind !== 'flag' && !isRead(path, evidence)) ?? null;
  }
  if (namesWords(evidence) || failures.some((failure) => failure.kind === 'error' && isNamed(failure, evidence))) {
    return failures.find((failure) => failure.kind === 'text' && !isRead(failure.path, evidence)) ?? null;
  }
  return failures.find((failure) => !isNamed(failure, evidence)) ?? null;
}

function failuresOf(document: unknown, isPresence: boolean): JsonFailure[] {
  const failures: JsonFailure[] = [];
  const open: { readonly holder: unknown; readonly path: string }[] = [{ holder: document, path: '' }];
  for (let visited = 0; visited < MAX_MEMBERS; ) {
    const next = open.pop();
    if (next === undefined) break;
    const { holder, path } = next;
    if (Array.isArray(holder) ? isPresence : !isRecord(holder)) continue;
    for (const [name, value] of Object.entries(holder as object)) {
      visited += 1;
      const at = `${path}/${name}`;
      const kind = kindOf(name, value, path);
      if (kind !== null) failures.push({ path: at, name, value, kind });
      if (typeof value === 'object') open.push({ holder: value, path: at });
    }
  }
  return failures;
}

function kindOf(name: string, value: unknown, path: string): JsonFailure['kind'] | null {
  const isText = typeof value === 'string' && value.length <= 300;
  const isMessage = isAboutAnswer(path) ? MESSAGE.test(name) || ERROR.test(name) : WRAPPER.test(path) && /^(?:message|msg)$/i.test(name);
  if (isText && isMessage && isRefusal(value)) return 'text';
  if (SUCCESS.test(name)) return value === false || value === 0 || value === 'false' ? 'flag' : null;
  if (STATE.test(name) && isText && FAILED.test(value.trim())) return 'flag';
  if (STATUS_CODE.test(name) || (CODE.test(name) && isAboutAnswer(path)))
    return isErrorCode(value) || (isText && REFUSED.test(value)) ? 'flag' : null;
  return ERROR.test(name) && isFilled(value) ? 'error' : null;
}

/** Whether a sentence refuses, in any language that block pages are known in. */
function isRefusal(text: string): boolean {
  if (REFUSAL.test(text)) return true;
  const normal = normalizeText(text);
  return (['throttled', 'denied', 'human', 'outage'] as const).some((kind) => containsPhrase(kind, normal));
}

/** Whether members there are about the answer and not about a person. */
const isAboutAnswer = (path: string): boolean => path === '' || ABOUT_ANSWER.test(path) || /\/err(?:ors?)?(?:\/|$)/i.test(path);

/** 404 and 410 say that there is no such account. */
function isErrorCode(value: unknown): boolean {
  const code = typeof value === 'string' && /^[45]\d\d$/.test(value) ? Number(value) : value;
  return typeof code === 'number' && code >= 400 && code <= 599 && code !== 404 && code !== 410;
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return !NO_ERROR.test(value.trim());
  return JSON.stringify(value).replace(/"[^"]*":|[[\]{},"\s]|\b(?:null|false|0)\b/g, '') !== '';
}

/** Whether the side rests on this member: a pointer to it or into it, or a text that is in it. */
function isNamed({ path, name, value }: JsonFailure, evidence: Evidence): boolean {
  if (isRead(path, evidence)) return true;
  const [member, content] = [JSON.stringify(name).toLowerCase(), JSON.stringify(value).toLowerCase()];
  const { contains = [], containsAny = [], bodyEquals } = evidence;
  const texts = [...contains, ...containsAny, ...(bodyEquals === undefined ? [] : [bodyEquals])].map((text) => text.toLowerCase());
  return texts.some((text) => text.includes(member) || (text.length > 3 && content.includes(text)));
}

function isRead(path: string, { json = [] }: Evidence): boolean {
  return json.some(({ pointer, is, equals }) => {
    if (is === 'missing') return false;
    return pointer === path || pointer.startsWith(`${path}/`) || (equals !== undefined && path.startsWith(`${pointer}/`));
  });
}

/** Whether the side compares what the document says in words or by a code of its own: that decides, not that it calls it an error. */
function namesWords({ json = [] }: Evidence): boolean {
  const isWord = ({ equals, matches }: JsonAssertion): boolean => matches !== undefined || ['string', 'number'].includes(typeof equals);
  return json.some((assertion) => isWord(assertion) && WORDS.test(assertion.pointer));
}
