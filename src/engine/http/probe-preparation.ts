import type { Platform } from '../catalogue/rules/platform.js';
import type { Prelude, ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { Variables } from '../evaluation/template.js';
import { ProbeFailure } from './probe-failure.js';
import type { OutboundRequest, Via } from './types.js';
import { fetchAccessToken, type KeyValues, withKeys } from './platform-keys.js';
import { type BuiltRequest, buildRequest } from './probe-request.js';
import { fetchPrelude, type PreludeValues } from './probe-prelude.js';
import { type Held, RenewableCache } from './renewable-cache.js';

/** Which request of a rule is about to be sent: its own, its prelude, or that for an access token. */
export type RequestPart = 'probe' | 'prelude' | 'grant';

/** Request safety, checked just before sending: null, or why the request must not be sent. */
export type RuleViolation = (
  rule: ProbeRule,
  sent: { readonly method: string; readonly url: URL; readonly part?: RequestPart | undefined },
) => string | null;

export interface PreparationOptions {
  readonly violation: RuleViolation;
  readonly userAgent: string;
  readonly keys: KeyValues;
  readonly now?: (() => number) | undefined;
}

/** What one attempt of a probe used, to be renewed if the platform rejects it. */
export interface Used {
  prelude?: Held<PreludeValues>;
  token?: Held<string>;
}

export interface ProbeSubject {
  readonly platform: Platform;
  readonly rule: ProbeRule;
  readonly variables: Variables;
}

/** Completes probes with what requests before them obtain: preludes and access tokens, shared by the probes of an egress. */
export class ProbePreparation {
  readonly #preludes: RenewableCache<PreludeValues>;
  readonly #tokens: RenewableCache<string>;

  constructor(private readonly options: PreparationOptions) {
    this.#preludes = new RenewableCache(options.now);
    this.#tokens = new RenewableCache(options.now);
  }

  /** The request before its preparation; null when the identity has no place in it. */
  outline({ rule, variables }: ProbeSubject): BuiltRequest | null {
    const names = Object.keys(rule.prelude?.captures ?? {});
    const request = buildRequest(rule, { ...variables, ...Object.fromEntries(names.map((name) => [`prelude:${name}`, ''])) }, this.options);
    // A key is sent to one host only: with keys no redirect is followed.
    return request === null || rule.credentials === undefined ? request : { ...request, followTo: null };
  }

  /**
   * The transport's hook for one attempt; undefined when the rule needs none.
   *
   * @param used filled with what the attempt used
   * @param rejected what an attempt before used and the platform rejected
   */
  hook(subject: ProbeSubject, used: Used, rejected: Used): OutboundRequest['prepare'] {
    const { rule, variables } = subject;
    if (rule.prelude === undefined && rule.credentials === undefined) return undefined;
    return async (via) => {
      const prelude = rule.prelude === undefined ? undefined : await this.#prelude(subject, rule.prelude, via, rejected);
      if (prelude !== undefined) used.prelude = prelude;
      const built = buildRequest(rule, { ...variables, ...prelude?.value.variables }, this.options);
      if (built === null) throw new ProbeFailure('prelude_unusable', 'the request cannot contain a captured value');
      const cookie = prelude?.value.cookiesFor(built.url) ?? '';
      const request = cookie === '' ? built : { ...built, headers: { ...built.headers, cookie } };
      const { credentials } = rule;
      if (credentials === undefined) return request;
      const token = credentials.grant === undefined ? undefined : await this.#token(rule, credentials.grant, via, rejected);
      if (token !== undefined) used.token = token;
      return withKeys(request, credentials, this.options.keys, token?.value);
    };
  }

  /** Records how the platform took what an attempt used. @returns whether an attempt with something newer makes sense */
  report({ prelude, token }: Used, isRejected: boolean): boolean {
    if (prelude !== undefined) this.#preludes.report(prelude, isRejected);
    if (token !== undefined) this.#tokens.report(token, isRejected);
    if (!isRejected) return false;
    return (prelude !== undefined && this.#preludes.mayRenew(prelude)) || (token !== undefined && this.#tokens.mayRenew(token));
  }

  #prelude({ platform, rule }: ProbeSubject, prelude: Prelude, via: Via, rejected: Used): Promise<Held<PreludeValues>> {
    const load = () => fetchPrelude({ ...rule, prelude }, via, this.#request(rule, 'prelude'));
    // Rules with the same prelude share it: where a token replaces the one before, they would reject each other's.
    return this.#preludes.get(`${platform.slug} ${JSON.stringify(prelude)} ${via.egress}`, load, rejected.prelude);
  }

  #token(rule: ProbeRule, grant: Parameters<typeof fetchAccessToken>[0], via: Via, rejected: Used): Promise<Held<string>> {
    const load = () => fetchAccessToken(grant, this.options.keys, via, this.#request(rule, 'grant'));
    return this.#tokens.get(`${grant.url} ${grant.clientId} ${via.egress}`, load, rejected.token);
  }

  #request(rule: ProbeRule, part: RequestPart) {
    const { userAgent, violation } = this.options;
    return { userAgent, violation: (sent: { method: string; url: URL }) => violation(rule, { ...sent, part }) };
  }
}
