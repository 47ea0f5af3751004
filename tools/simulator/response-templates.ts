/** The response of each platform for each identity: its samples where the catalogue has them, otherwise made from its evidence. */
import type { Variables } from '../../src/engine/evaluation/template.js';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import { type Identity, QUERY_TYPES, type QueryType } from '../../src/kernel/identity/identity.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule, ProbeSamples, SampleResponse } from '../../src/engine/catalogue/rules/probe-rule.js';
import { htmlSample, notFoundPage, page } from './pages.js';
import { compileReply, type Reply, type ReplyTemplate } from './reply.js';
import type { Route } from './request-matcher.js';
import { evaluateSample, type Side, synthesise } from './synthesis.js';

export type SamplesOf = (slug: string, queryType: QueryType) => ProbeSamples | undefined;

/** A side of a rule for which there is no response that the rule itself would recognise. */
export interface MissingResponse {
  readonly slug: string;
  readonly queryType: QueryType;
  readonly side: Side;
  readonly reason: string;
}

export interface ResponseTemplates {
  /** @param found variables as written in the request, for identities that are known by a digest only */
  reply(route: Route, side: Side, identity: Identity, found: Readonly<Record<string, string>>): Reply;
  /** Tries every side of every rule; takes about a millisecond per twenty rules. */
  missingResponses(): MissingResponse[];
}

type Choice = { readonly sample: SampleResponse; readonly origin: 'sample' | 'synthesis' | 'fallback' };

export function createResponseTemplates(platforms: readonly Platform[], samplesOf: SamplesOf): ResponseTemplates {
  const compiled = new WeakMap<ProbeRule, Partial<Record<Side, ReplyTemplate>>>();

  function choose(route: Route, side: Side): Choice {
    const { platform, queryType, rule } = route;
    const sample = samplesOf(platform.slug, queryType)?.[side];
    if (sample !== undefined) return { sample, origin: 'sample' };
    const made = synthesise(rule, queryType, side);
    return made === undefined ? { sample: fallback(side, queryType), origin: 'fallback' } : { sample: made, origin: 'synthesis' };
  }

  return {
    reply(route, side, identity, found) {
      let sides = compiled.get(route.rule);
      if (sides === undefined) {
        sides = {};
        compiled.set(route.rule, sides);
      }
      sides[side] ??= compileReply(choose(route, side).sample);
      // Most responses have none of the other variables, of which some are digests.
      let all: Variables | undefined;
      const variable = (name: string) => {
        all ??= variablesFor(identity);
        return all[name];
      };
      return sides[side].render((name) => found[name] ?? variable(name));
    },
    missingResponses() {
      const missing: MissingResponse[] = [];
      for (const platform of platforms) {
        for (const queryType of QUERY_TYPES) {
          const rule = platform.probes[queryType];
          if (rule === undefined) continue;
          for (const side of ['registered', 'absent'] as const) {
            if (rule[side] === undefined) continue;
            const reason = missingReason(rule, queryType, side, choose({ platform, queryType, rule }, side));
            if (reason !== undefined) missing.push({ slug: platform.slug, queryType, side, reason });
          }
        }
      }
      return missing;
    },
  };
}

function missingReason(rule: ProbeRule, queryType: QueryType, side: Side, { sample, origin }: Choice): string | undefined {
  if (origin === 'fallback') return 'there is no sample, and no answer could be made from the evidence';
  if (origin === 'synthesis') return undefined;
  const evaluated = evaluateSample(rule, queryType, sample);
  return evaluated === (side === 'registered' ? 'registered' : 'not_registered') ? undefined : `the sample is judged ${evaluated}`;
}

/** A plain web site: a page for an identity that exists, a 404 for one that does not. */
function fallback(side: Side, queryType: QueryType): SampleResponse {
  return side === 'absent' ? notFoundPage : htmlSample(200, page(`{${queryType}}`, `<h1>{${queryType}}</h1>`));
}
