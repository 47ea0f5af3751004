/** What the kinds of invented platforms are made of. */
import type { QueryType } from '../../src/kernel/identity/identity.js';
import type { Evidence, ProbeRule, ProbeSamples, SafetyReview, SampleResponse } from '../../src/engine/catalogue/rules/probe-rule.js';
import { challengePage } from './pages.js';

export interface GeneratedProbe {
  readonly queryType: QueryType;
  readonly rule: ProbeRule;
  readonly samples: ProbeSamples;
}

export interface SiteKind {
  readonly name: string;
  /** Whether it is a documented API with typed responses, suitable for the instant path. */
  readonly typed: boolean;
  probes(host: string): GeneratedProbe[];
}

const HANDLE = '^[A-Za-z0-9_][A-Za-z0-9._-]{0,38}$';
const KNOWN: Readonly<Record<QueryType, readonly string[]>> = {
  // The first has each separator: a "no" about a name with one counts once it has been seen.
  username: ['north-wind_7.x', 'contoso'],
  email: ['press@northwind.example', 'press@contoso.example'],
  phone: ['+15550100', '+15550101'],
};

/** Naming rule and known accounts. */
const common = (queryType: QueryType) => ({
  positiveControls: KNOWN[queryType],
  ...(queryType === 'username' ? { pattern: HANDLE } : {}),
});

export const review = (basis: SafetyReview['basis']): SafetyReview => ({
  basis,
  reviewed: '2026-11-21',
  reason: 'An invented platform of the simulator: reading its answer changes nothing anywhere.',
});

export const limited: SampleResponse = {
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': '30' },
  json: { error: 'rate limited' },
};

interface Sides {
  readonly sides: Pick<ProbeRule, 'registered' | 'absent'>;
  readonly samples: { readonly registered: SampleResponse; readonly absent: SampleResponse };
}

/** What the probes of kinds differ in. */
export interface KindProbe extends Sides {
  readonly queryType: QueryType;
  readonly request: ProbeRule['request'];
  readonly basis: SafetyReview['basis'];
  /** Default: a challenge. */
  readonly blocked?: SampleResponse;
  /** Further parts of the rule, and such as replace the usual ones. */
  readonly rule?: Partial<ProbeRule>;
}

/** @param options.typed default: no */
export const siteKind = (
  name: string,
  probes: (host: string) => readonly KindProbe[],
  { typed = false }: { readonly typed?: boolean } = {},
): SiteKind => ({
  name,
  typed,
  probes: (host) =>
    probes(host).map(({ queryType, request, basis, sides, samples, blocked = challengePage, rule }) => ({
      queryType,
      rule: {
        method: typed ? 'public_api' : 'account_enumeration',
        ...common(queryType),
        ...rule,
        request,
        safety: review(basis),
        ...sides,
      },
      samples: { ...samples, blocked },
    })),
});

/** The probe of a page that each account has. */
export const pageProbe = (url: string, { sides, samples }: Sides): KindProbe => ({
  queryType: 'username',
  request: { method: 'GET', url },
  basis: 'public_page',
  sides,
  samples,
});

/** An interface that answers with a flag beside the identity. @param registered the flag's value where there is an account */
export function flagSides(queryType: QueryType, { flag, echo, registered }: { flag: string; echo: string; registered: boolean }): Sides {
  const side = (value: boolean): Evidence => ({
    status: [200],
    json: [
      { pointer: `/${flag}`, is: value ? 'true' : 'false' },
      { pointer: `/${echo}`, is: 'identity' },
    ],
  });
  const sample = (value: boolean): SampleResponse => ({ status: 200, json: { [flag]: value, [echo]: `{${queryType}}` } });
  return {
    sides: { registered: side(registered), absent: side(!registered) },
    samples: { registered: sample(registered), absent: sample(!registered) },
  };
}

/** An interface that answers with a list, empty where there is no account. @param field of an account, which holds the identity */
export function listSides(queryType: QueryType, { list, field }: { list: string; field: string }): Sides {
  return {
    sides: {
      registered: {
        status: [200],
        json: [
          { pointer: `/${list}`, is: 'nonEmpty' },
          { pointer: `/${list}/0/${field}`, is: 'identity' },
        ],
      },
      absent: {
        status: [200],
        json: [
          { pointer: `/${list}`, is: 'array' },
          { pointer: `/${list}`, is: 'empty' },
        ],
      },
    },
    samples: {
      registered: { status: 200, json: { [list]: [{ id: 4711, [field]: `{${queryType}}` }], total: 1 } },
      absent: { status: 200, json: { [list]: [], total: 0 } },
    },
  };
}
