import { type Answer, headerOf, isPage, retryAfterSeconds } from './answer.js';
import { AnswerView, describe, echoesExactly, hasContentEvidence, sideHolds, typeHolds } from './evidence-match.js';
import type { Evidence, ProbeRule } from './probe-rule.js';
import { isRoot, rootRedirect } from './root-redirect.js';
import { type Variables, variablesIn } from './template.js';
import { Haystack } from './text-match.js';
import type { Doubt } from './verdict.js';
import { hardWall, softWall, statusWall } from './walls.js';

export type { Answer } from './answer.js';

/** What a response means for a rule. `matched` is the explanation for operators and contains no identity. */
export type Judgement =
  | {
      readonly state: 'registered' | 'not_registered';
      readonly matched: string;
      /** Where it redirected, when that is the only evidence of absence (`root-redirect.ts`). */
      readonly rootRedirect?: string;
    }
  | {
      readonly state: 'inconclusive';
      readonly doubt: Doubt;
      readonly matched: string;
      /** Pause that the platform requested, in seconds; at most a day. */
      readonly retryAfterSeconds?: number;
    };

/**
 * Evaluates one response: block pages, then two-sided evidence, then echo; the first inconclusive reason ends it. Pure, and total: any
 * response, however broken, gives an evaluation. A state needs its own side's evidence, so a rule without `absent` never denies and one
 * without `registered` never confirms. A redirect to the site's root is evidence of absence that counts only with controls
 * (`root-redirect.ts`).
 *
 * @param variables of the probed identity, as the request used them
 */
export function judge(rule: ProbeRule, variables: Variables, answer: Answer): Judgement {
  const view = new AnswerView(answer);
  const registered = matches(rule.registered, view, variables);
  const toRoot = rootRedirect(rule, variables, answer);
  const declared = matches(rule.absent, view, variables);
  // Every URL of the site begins with a root as `location`: only the root itself is meant.
  const absent = toRoot === null && declared?.location !== undefined && isRoot(declared.location, answer.url) ? null : declared;
  const matched = registered ?? absent;

  const hard = hardWall(rule, variables, view);
  if (hard !== null) return doubtful(answer, hard.doubt, hard.matched);
  const refused = statusWall(answer.status);
  if (refused !== null && (answer.status === 407 || matched === null || !hasContentEvidence(matched))) {
    return doubtful(answer, refused, `status ${answer.status}`);
  }
  if (matched === null || !hasContentEvidence(matched)) {
    const soft = softWall(view);
    if (soft !== null) return doubtful(answer, soft.doubt, soft.matched);
  }

  if (isMislabelled(view) && matched?.contentType !== view.kind) {
    return doubtful(answer, 'unexpected_type', `status ${answer.status}, a page labelled as ${view.kind}`);
  }
  if (registered !== null && absent !== null) return doubtful(answer, 'ambiguous', 'evidence of both sides');
  if (toRoot !== null && (matched === null || absent?.location !== undefined)) {
    return { state: 'not_registered', matched: `absent: status ${answer.status}, redirected to the site's root`, rootRedirect: toRoot };
  }
  if (matched === null) return unmatched(rule, view);
  if (absent !== null) return { state: 'not_registered', matched: inWords('absent', answer, absent) };
  if (!isNamed(rule, matched, view, variables)) {
    return doubtful(answer, 'echo_missing', 'evidence of presence, but the identity is not named');
  }
  return { state: 'registered', matched: inWords('registered', answer, matched) };
}

function matches(evidence: Evidence | undefined, view: AnswerView, variables: Variables): Evidence | null {
  return evidence !== undefined && sideHolds(evidence, view, variables) ? evidence : null;
}

/** Whether a page has a label that rules pages out: an intermediary between the platform and us may have sent it. */
function isMislabelled({ answer, kind }: AnswerView): boolean {
  if (kind === 'json') return /^\s*</.test(answer.body);
  return kind !== null && kind !== 'html' && kind !== 'xml' && isPage(answer);
}

/** Neither side's evidence holds. A wrong content type alone is reported apart: a page in place of an API's response. */
function unmatched(rule: ProbeRule, view: AnswerView): Judgement {
  const waiting = [rule.registered, rule.absent].filter((side) => side?.status.includes(view.answer.status));
  if (waiting.length > 0 && waiting.every((side) => side !== undefined && !typeHolds(side, view))) {
    return doubtful(view.answer, 'unexpected_type', `status ${view.answer.status}, content type ${view.kind ?? 'missing'}`);
  }
  return doubtful(view.answer, 'unrecognised', `status ${view.answer.status}, neither side's evidence`);
}

/** Variables that identify a whole identity. */
const NAMING = ['username', 'email', 'email:sha256', 'email:md5', 'phone', 'phone:digits'];

function isNamed(rule: ProbeRule, evidence: Evidence, view: AnswerView, variables: Variables): boolean {
  if (evidence.restsOnControl !== true && (echoesExactly(evidence) || rule.echoNotShown !== undefined)) return true;
  // Without exact evidence, the identity must occur as a word: `al` is part of most pages.
  const { location = '', headers = {} } = evidence;
  const fields = Object.entries({ ...headers, location }).filter(([, text]) => variablesIn(text).length > 0);
  const places = [view.haystack, ...fields.map(([name]) => new Haystack(headerOf(view.answer, name.toLowerCase()) ?? '', true))];
  const names = NAMING.flatMap((name) => (Object.hasOwn(variables, name) ? (variables[name] as string) : []));
  return places.some((place) => names.some((name) => place.names(name)));
}

function doubtful(answer: Answer, doubt: Doubt, matched: string): Judgement {
  const pause = doubt === 'unrecognised' ? undefined : retryAfterSeconds(answer);
  return { state: 'inconclusive', doubt, matched, ...(pause === undefined ? {} : { retryAfterSeconds: pause }) };
}

function inWords(side: string, answer: Answer, evidence: Evidence): string {
  const words = describe(evidence);
  return `${side}: status ${answer.status}${words === '' ? '' : `, ${words}`}`;
}
