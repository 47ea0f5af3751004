import { isStrong, type Platform } from './rules/platform.js';
import { countRules, type RuleCounts } from './rules/rule-counts.js';
import type { ProbeRule, ProbeSamples, SampleResponse } from './rules/probe-rule.js';
import { escapeHtml, escapeJson } from '../../kernel/values/escape.js';
import { replaceTexts } from '../../kernel/values/json.js';
import { evaluateResponse } from '../evaluation/evaluate-response.js';
import { renderTemplate, type Variables } from '../evaluation/template.js';
import { type Identity, QUERY_TYPES, type QueryType } from '../../kernel/identity/identity.js';
import { ENTRY_KINDS, type EntryKind } from './catalogue-files.js';
import type { SamplesByType } from './expand-site-software.js';
import { type LoadedCatalogue, ruleOrigin } from './load-catalogue.js';
import type { Refusal } from './read-entries.js';

export interface CatalogueReport {
  /** Platforms that lookups may use. */
  readonly platforms: number;
  readonly byKind: Readonly<Record<EntryKind, number>>;
  readonly byQueryType: Readonly<Record<QueryType, RuleCounts>>;
  /** Platforms that a lookup of the query type probes in each band. */
  readonly bands: Readonly<Record<'instant' | 'default' | 'deep', Readonly<Record<QueryType, number>>>>;
  /** Rules without `positiveControls`: nothing can show that their "registered" still works. */
  readonly withoutPositiveControl: number;
  /** Rules for which no negative control can be made: they are never asked, because their answers could not count. */
  readonly uncalibrated: readonly UncalibratedRule[];
  readonly refused: readonly Refusal[];
  /** Samples that their own rule evaluates wrongly, or that a hand-written platform lacks. */
  readonly sampleFaults: readonly (SampleFault & { readonly file?: string })[];
}

export interface UncalibratedRule {
  readonly slug: string;
  readonly queryType: QueryType;
  readonly reason: string;
}

/**
 * Rules for which no negative control can be made.
 *
 * @param faultOf why none can be made for a rule (`controls/negative-control-identities.ts`); null when one can
 */
export function uncalibratedRules(
  platforms: readonly Platform[],
  faultOf: (rule: ProbeRule, queryType: QueryType) => string | null,
): UncalibratedRule[] {
  return platforms.flatMap(({ slug, probes }) =>
    QUERY_TYPES.flatMap((queryType) => {
      const rule = probes[queryType];
      const reason = rule === undefined ? null : faultOf(rule, queryType);
      return reason === null ? [] : [{ slug, queryType, reason }];
    }),
  );
}

/**
 * Counts the entries of a loaded catalogue and evaluates its samples, for `footprint catalogue check`. Pure. The catalogue is
 * valid when `refused` and `sampleFaults` are empty.
 * @param variablesFor gives an identity's variables (`http/probe-variables.ts`); without it no sample is evaluated.
 * @param controlFaultOf why no negative control can be made for a rule; without it none is listed as uncalibrated.
 */
export function checkCatalogue(
  loaded: LoadedCatalogue,
  variablesFor?: (identity: Identity) => Variables,
  controlFaultOf: (rule: ProbeRule, queryType: QueryType) => string | null = () => null,
): CatalogueReport {
  const { platforms } = loaded.catalogue;
  const count = (test: (platform: Platform) => boolean): number => platforms.filter(test).length;
  const perQueryType = <T>(value: (queryType: QueryType) => T): Record<QueryType, T> =>
    Object.fromEntries(QUERY_TYPES.map((queryType) => [queryType, value(queryType)])) as Record<QueryType, T>;
  const reached = (test: (platform: Platform, queryType: QueryType) => boolean) =>
    perQueryType((queryType) => count((platform) => platform.probes[queryType] !== undefined && test(platform, queryType)));
  const kinds = [...loaded.origins.values()].map(({ kind }) => kind);
  return {
    platforms: platforms.length,
    byKind: Object.fromEntries(ENTRY_KINDS.map((kind) => [kind, kinds.filter((each) => each === kind).length])) as Record<
      EntryKind,
      number
    >,
    byQueryType: perQueryType((queryType) => countRules(platforms, queryType, (rule, type) => controlFaultOf(rule, type) === null)),
    bands: {
      instant: reached((platform, queryType) => platform.instant.includes(queryType)),
      default: reached(isStrong),
      deep: reached(() => true),
    },
    withoutPositiveControl: platforms
      .flatMap(({ probes }) => Object.values(probes))
      .filter((rule) => (rule.positiveControls ?? []).length === 0).length,
    uncalibrated: uncalibratedRules(platforms, controlFaultOf),
    refused: loaded.refused,
    sampleFaults:
      variablesFor === undefined
        ? []
        : platforms.flatMap((platform) => {
            const file = loaded.origins.get(platform.slug)?.file;
            const samples = loaded.samples.get(platform.slug) ?? {};
            const missing = missingSamples(platform, samples).filter(({ queryType }) =>
              ['curated', 'site-software'].includes(ruleOrigin(loaded, platform.slug, queryType)?.kind ?? ''),
            );
            return [...missing, ...evaluateSamples(platform, samples, variablesFor)].map((fault) => ({
              ...fault,
              ...(file === undefined ? {} : { file }),
            }));
          }),
  };
}

// Evaluates a rule on its own samples: each must give the verdict of its state. Pure.

/** A sample that its own rule evaluates differently, or that cannot be evaluated. */
export interface SampleFault {
  readonly slug: string;
  readonly queryType: QueryType;
  readonly sample: keyof ProbeSamples;
  readonly reason: string;
}

const STATES = ['registered', 'absent', 'blocked'] as const;

/** A rule without a side must be inconclusive on the response of that side. */
function expected(state: (typeof STATES)[number], rule: ProbeRule) {
  if (state === 'blocked' || rule[state] === undefined) return 'inconclusive';
  return state === 'absent' ? 'not_registered' : 'registered';
}

/** Invented identities, tried in turn until the rule's pattern accepts one. A scope is met where it is one of domains. */
const INVENTED: Readonly<Record<QueryType, readonly string[]>> = {
  email: ['jordan.example@example.com', 'jordan.example@gmail.com'],
  phone: ['+12025550142'],
  username: [
    'jordan-example',
    'jordanexample',
    'jordan_example',
    'Jordan',
    '1234567',
    '76561190000000000',
    'jordan.example',
    'jordan.example.com',
  ],
};

/**
 * Evaluates every sample of a platform with the rule it belongs to.
 * @param variablesFor gives an identity's variables, digests included (`http/probe-variables.ts`).
 */
export function evaluateSamples(
  platform: Platform,
  samples: SamplesByType,
  variablesFor: (identity: Identity) => Variables,
): SampleFault[] {
  return QUERY_TYPES.flatMap((queryType) => {
    const rule = platform.probes[queryType];
    const given = samples[queryType];
    if (given === undefined) return [];
    const fault = (sample: keyof ProbeSamples, reason: string): SampleFault => ({ slug: platform.slug, queryType, sample, reason });
    if (rule === undefined) return [fault('registered', 'no rule uses it')];
    const value = identityFor(rule, queryType);
    if (value === undefined) return [fault('registered', 'no known account and no invented identity fits the pattern')];
    const variables = variablesFor({ type: queryType, value });
    return STATES.flatMap((name) => {
      const sample = given[name];
      if (sample === undefined) return [];
      const verdict = evaluateResponse(rule, variables, responseOf(sample, rule, variables));
      if (verdict.state === expected(name, rule)) return [];
      const reason = verdict.state === 'inconclusive' ? `inconclusive (${verdict.reason})` : verdict.state;
      return [fault(name, `judged ${reason}: ${verdict.explanation}`)];
    });
  });
}

/** Samples that a platform's rules lack: each needs one for each of its sides, and a blocked one that must be inconclusive. */
export function missingSamples(platform: Platform, samples: SamplesByType): SampleFault[] {
  return QUERY_TYPES.flatMap((queryType) => {
    const rule = platform.probes[queryType];
    if (rule === undefined) return [];
    const needed = STATES.filter((state) => state === 'blocked' || rule[state] !== undefined);
    return needed
      .filter((state) => samples[queryType]?.[state] === undefined)
      .map((sample) => ({
        slug: platform.slug,
        queryType,
        sample,
        reason: `there is no sample: add samples.${queryType}.${sample}`,
      }));
  });
}

/** A country's numbers are never invented, because somebody could have them: a rule for others is tried with a fictional one. */
function identityFor({ pattern, scope, positiveControls = [] }: ProbeRule, queryType: QueryType): string | undefined {
  const fits = new RegExp(pattern ?? '', 'u');
  const scoped = queryType === 'email' ? (scope?.domains ?? []).map((domain) => `jordan.example@${domain}`) : [];
  const found = [...scoped, ...INVENTED[queryType], ...positiveControls].find((value) => fits.test(value));
  return found ?? (queryType === 'phone' ? INVENTED.phone[0] : undefined);
}

function responseOf(sample: SampleResponse, rule: ProbeRule, variables: Variables) {
  const plain = sampleRenderer(variables, (raw) => raw);
  const headers: Record<string, string> = { 'content-type': sample.json === undefined ? 'text/html; charset=utf-8' : 'application/json' };
  for (const [name, value] of Object.entries(sample.headers ?? {})) headers[name.toLowerCase()] = plain(value);
  const text = typeof sample.text === 'string' ? sample.text : (sample.text ?? []).join('\n');
  const type = headers['content-type'] ?? '';
  const inText = /html|xml/.test(type) ? escapeHtml : type.includes('json') ? escapeJson : (raw: string) => raw;
  return {
    status: sample.status,
    headers,
    body: sample.json === undefined ? sampleRenderer(variables, inText)(text) : JSON.stringify(replaceTexts(sample.json, plain, plain)),
    url: renderTemplate(rule.request.url, variables, encodeURIComponent),
  };
}

/** Renders the identity's own variables; other braces are part of the response. */
const sampleRenderer =
  (variables: Variables, encode: (raw: string) => string) =>
  (text: string): string =>
    text.replace(/\{((?:username|email|phone)(?::[a-z0-9]+)?)\}/g, (whole, name: string) =>
      variables[name] === undefined ? whole : encode(variables[name]),
    );
