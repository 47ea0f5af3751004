import { type HttpResponse, headerOf, isPage, retryAfterSeconds } from '../../kernel/net/http-response.js';
import { ResponseView, describeEvidence, echoesExactly, hasContentEvidence, hasOwnText, sideHolds, typeHolds } from './evidence-match.js';
import type { Evidence, ProbeRule } from '../catalogue/rules/probe-rule.js';
import { isRoot, rootRedirect } from './root-redirect.js';
import { type Variables, variablesIn } from './template.js';
import { SearchableText } from './text-match.js';
import type { InconclusiveReason } from './verdict.js';
import { certainBlockPage, jsonRefusal, likelyBlockPage, blockPageByStatus, wordedRefusal } from './block-pages.js';

/** What a response means for a rule. `explanation` is for operators and contains no identity. */
export type Evaluation =
  | {
      readonly state: 'registered' | 'not_registered';
      readonly explanation: string;
      /** Where it redirected, when that is the only evidence of absence (`root-redirect.ts`). */
      readonly rootRedirect?: string;
    }
  | {
      readonly state: 'inconclusive';
      readonly reason: InconclusiveReason;
      readonly explanation: string;
      /** Pause that the platform requested, in seconds; at most a day. */
      readonly retryAfterSeconds?: number;
      /** Whether an unrecognised page names the probed identity. */
      readonly namesIdentity?: boolean;
    };

/**
 * Evaluates one response: block pages, then two-sided evidence, then echo; the first inconclusive reason ends it. Pure, and total: each
 * response, however broken, gives an evaluation. A state needs its own side's evidence, so a rule without `absent` never denies and one
 * without `registered` never confirms. A redirect to the site's root is evidence of absence that counts only with controls
 * (`root-redirect.ts`).
 *
 * @param variables of the probed identity, as the request used them
 */
export function evaluateResponse(rule: ProbeRule, variables: Variables, answer: HttpResponse): Evaluation {
  const view = new ResponseView(answer);
  const registered = matches(rule.registered, view, variables);
  const toRoot = rootRedirect(rule, variables, answer);
  const declared = matches(rule.absent, view, variables);
  // Every URL of the site begins with a root as `location`: only the root itself is meant.
  const absent = toRoot === null && declared?.location !== undefined && isRoot(declared.location, answer.url) ? null : declared;
  const matched = registered ?? absent;

  const hard = certainBlockPage(rule, variables, view, registered !== null && isTyped(registered));
  if (hard !== null) return inconclusiveWith(answer, hard.reason, hard.explanation);
  const refused = blockPageByStatus(answer.status);
  if (refused !== null && (answer.status === 407 || matched === null || !hasContentEvidence(matched))) {
    return inconclusiveWith(answer, refused, `status ${answer.status}`);
  }
  if (matched === null || !hasContentEvidence(matched)) {
    const soft = likelyBlockPage(view, matched !== null && hasOwnText(matched));
    if (soft !== null) return inconclusiveWith(answer, soft.reason, soft.explanation);
  }

  const failed = matched && jsonRefusal(view, matched, matched === registered);
  if (failed) return inconclusiveWith(answer, failed.reason, failed.explanation);
  if (isMislabelled(view) && matched?.contentType !== view.kind) {
    return inconclusiveWith(answer, 'unexpected_type', `status ${answer.status}, a page labelled as ${view.kind}`);
  }
  if (registered !== null && absent !== null) return inconclusiveWith(answer, 'ambiguous', 'evidence of both sides');
  if (toRoot !== null && (matched === null || absent?.location !== undefined)) {
    return { state: 'not_registered', explanation: `absent: status ${answer.status}, redirected to the site's root`, rootRedirect: toRoot };
  }
  if (matched === null) return unmatched(rule, view, variables);
  if (absent !== null) {
    const spelling = rule.capitalsDiffer === undefined ? '' : '; for this spelling';
    return { state: 'not_registered', explanation: `${explanationOf('absent', answer, absent)}${spelling}` };
  }
  if (!namesIdentity(rule, matched, view, variables)) {
    return inconclusiveWith(answer, 'echo_missing', 'evidence of presence, but the identity is not named');
  }
  return { state: 'registered', explanation: explanationOf('registered', answer, matched) };
}

/** Whether a side rests on members of a JSON document that are there. */
const isTyped = ({ json = [] }: Evidence): boolean => json.some(({ is }) => is !== 'missing');

function matches(evidence: Evidence | undefined, view: ResponseView, variables: Variables): Evidence | null {
  return evidence !== undefined && sideHolds(evidence, view, variables) ? evidence : null;
}

/** Whether a page has a label that rules pages out: an intermediary between the platform and us may have sent it. */
function isMislabelled({ response, kind }: ResponseView): boolean {
  if (kind === 'json') return /^\s*</.test(response.body);
  return kind !== null && kind !== 'html' && kind !== 'xml' && isPage(response);
}

/** Neither side's evidence holds. A wrong content type alone is reported apart: a page in place of an API's response. */
function unmatched(rule: ProbeRule, view: ResponseView, variables: Variables): Evaluation {
  const refused = wordedRefusal(view);
  if (refused !== null) return inconclusiveWith(view.response, refused.reason, refused.explanation);
  const waiting = [rule.registered, rule.absent].filter((side) => side?.status.includes(view.response.status));
  if (waiting.length > 0 && waiting.every((side) => side !== undefined && !typeHolds(side, view))) {
    return inconclusiveWith(view.response, 'unexpected_type', `status ${view.response.status}, content type ${view.kind ?? 'missing'}`);
  }
  const unrecognised = inconclusiveWith(view.response, 'unrecognised', `status ${view.response.status}, neither side's evidence`);
  return isNamed(variables, [view.searchable]) ? { ...unrecognised, namesIdentity: true } : unrecognised;
}

/** Variables that identify a whole identity. */
const IDENTIFYING_VARIABLES = ['username', 'email', 'email:sha256', 'email:md5', 'phone', 'phone:digits', 'phone:national'];

function namesIdentity(rule: ProbeRule, evidence: Evidence, view: ResponseView, variables: Variables): boolean {
  if (evidence.weakEvidence !== true && (echoesExactly(evidence) || rule.echoExemption !== undefined)) return true;
  // Without exact evidence, the identity must occur as a word: `al` is part of most pages.
  const { location = '', headers = {} } = evidence;
  const fields = Object.entries({ ...headers, location }).filter(([, text]) => variablesIn(text).length > 0);
  const searched = [
    view.searchable,
    ...fields.map(([name]) => new SearchableText(headerOf(view.response, name.toLowerCase()) ?? '', true)),
  ];
  return isNamed(variables, searched);
}

function isNamed(variables: Variables, texts: readonly SearchableText[]): boolean {
  const names = IDENTIFYING_VARIABLES.flatMap((name) => (Object.hasOwn(variables, name) ? (variables[name] as string) : []));
  return texts.some((text) => names.some((name) => text.containsWord(name)));
}

function inconclusiveWith(
  answer: HttpResponse,
  reason: InconclusiveReason,
  explanation: string,
): Extract<Evaluation, { state: 'inconclusive' }> {
  const retryAfter = reason === 'unrecognised' ? undefined : retryAfterSeconds(answer);
  return { state: 'inconclusive', reason, explanation, ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }) };
}

function explanationOf(side: string, answer: HttpResponse, evidence: Evidence): string {
  const words = describeEvidence(evidence);
  return `${side}: status ${answer.status}${words === '' ? '' : `, ${words}`}`;
}
