/**
 * The control of an imported rule, on the software that the form of its address shows: what known accounts and a name of nobody read there.
 * A rule that fails it can never answer, since every site of that software fails its control too. The answers were recorded from real
 * installations (`software-answers.json`). Nothing is sent.
 */
import { negativeControlIdentities } from '../../src/engine/controls/negative-control-identities.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { asKnown } from '../../src/engine/catalogue/rules/rule-scope.js';
import { evaluateResponse } from '../../src/engine/evaluation/evaluate-response.js';
import { renderTemplate } from '../../src/engine/evaluation/template.js';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import type { HttpResponse } from '../../src/kernel/net/http-response.js';
import { MATRIX, WEBFINGER, WIKI_PAGE } from './complete-sides.js';
import { isPostSearch } from './exclusions.js';
import answers from './software-answers.json' with { type: 'json' };

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

interface Software {
  /** Which installation, or which source, shows it. */
  readonly origin: string;
  /** How it writes names: with a capital first, without capitals, or as they are. */
  readonly writes: string;
  /** What it does with a name that is written otherwise. */
  readonly otherwise?: string;
  readonly account: Answer;
  readonly nobody: Answer;
}

const FORMS: readonly { readonly is: (url: string) => boolean; readonly software: Software }[] = [
  { is: (url) => WIKI_PAGE.test(url), software: answers.wikiPage },
  { is: isPostSearch, software: answers.phpbbPosts },
  { is: (url) => /\/memberlist\.php\?mode=viewprofile&un=\{username\}/.test(url), software: answers.phpbbProfile },
  { is: (url) => /\/memberlist\.php\?username=\{username\}/.test(url), software: answers.phpbbMembers },
  { is: (url) => MATRIX.test(url), software: answers.matrix },
  { is: (url) => WEBFINGER.test(url), software: answers.webFinger },
];

const SPELLED: Readonly<Record<string, (name: string) => string>> = {
  title: (name) => name.replace(/^./u, (first) => first.toUpperCase()),
  lower: (name) => name.toLowerCase(),
};

/** Why a rule fails its control on the software of its site, in one sentence; null where it passes, or where the software is not known. */
export function softwareFault(rule: ProbeRule): string | null {
  const url = rule.request.url.replace(/\{username:[a-z]+\}/g, '{username}');
  const software = FORMS.find(({ is }) => is(url))?.software;
  if (software === undefined) return null;
  const reads = (name: string, answer: Answer) => evaluated(rule, software, name, answer);
  const known = (rule.positiveControls ?? []).map((value) => asKnown(rule, { type: 'username', value }).value);
  if (!known.some((name) => reads(name, software.account) === 'registered'))
    return `no known account of it reads registered where it was tried (${software.origin})`;
  const nobody = negativeControlIdentities.make(rule, 'username');
  if (nobody === null) return null;
  const absent = reads(nobody.value, software.nobody);
  if (absent === 'registered') return `a name that nobody has reads registered where it was tried (${software.origin})`;
  // Texts that the software does not print may be those of its translation.
  const texts = [...(rule.absent?.contains ?? []), ...(rule.absent?.containsAny ?? [])];
  const isTranslated = texts.length > 0 && !texts.some((text) => software.nobody.body.includes(text));
  return absent === 'not_registered' || rule.absent === undefined || isTranslated
    ? null
    : `a name that nobody has does not read absent where it was tried (${software.origin})`;
}

function evaluated(rule: ProbeRule, software: Software, name: string, answer: Answer): string {
  const variables = variablesFor({ type: 'username', value: name });
  const written = SPELLED[software.writes]?.(name) ?? name;
  const [requested, own] = [name, written].map((value) =>
    renderTemplate(rule.request.url, variablesFor({ type: 'username', value }), encodeURIComponent),
  ) as [string, string];
  return evaluateResponse(rule, variables, response()).state;

  function response(): HttpResponse {
    const isOwn = requested === own;
    if (!isOwn && software.otherwise === 'redirect' && rule.request.followRedirects !== true)
      return { status: 301, headers: { location: own }, body: '', url: requested };
    const { status, contentType, body } = isOwn || software.otherwise !== 'nobody' ? answer : software.nobody;
    const text = body.replaceAll('{username}', written).replaceAll('{host}', new URL(own).hostname);
    return { status, headers: { 'content-type': contentType }, body: text, url: own };
  }
}
