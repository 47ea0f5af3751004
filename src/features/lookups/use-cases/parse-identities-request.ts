import { MODULES, type Checks, type Module } from '../../../facts/checks.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { IdentityParser } from '../../../kernel/identity/identity.js';
import type { LookupRequest } from '../lookup.js';
import { checkedPurpose } from '../../accounts/purposes.js';
import { boundByPurpose } from './bound-by-purpose.js';
import {
  fieldOf,
  type Identities,
  kindOf,
  MAX_PER_KIND,
  refOf,
  refsOf,
  SUBJECT_KINDS,
  type SubjectKind,
  type SubjectRef,
} from '../../../kernel/identity/subjects.js';
import {
  parseEach,
  parsePlatforms,
  parseSubject,
  type ParsingContext,
  type RequestOptions,
  runnableChecks,
} from './parse-lookup-request.js';

/** The body of a v2 lookup or batch item, of the right types but not yet parsed. */
export interface RequestBodyV2 {
  readonly identities: Identities;
  /** Exactly these run, as far as there is an identity for them; absent: all. */
  readonly modules?: readonly Module[] | undefined;
  readonly platforms?: readonly string[] | undefined;
  /** One of the account's list. */
  readonly purpose?: string | undefined;
  /** The name that the person gave. */
  readonly claimedName?: string | undefined;
  readonly claimedCompany?: string | undefined;
  readonly claimedCountry?: string | undefined;
  /** Of an instant lookup, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  readonly noise?: LookupRequest['noise'] | undefined;
}

/**
 * Parses a v2 request: up to five identities of each kind, one lookup.
 *
 * @throws ServiceError missing_subject, invalid_email, invalid_phone, invalid_ip, unknown_platform, invalid_parameter, purpose_required,
 *   unknown_purpose, purpose_forbids
 */
export function parseIdentitiesRequest(
  ctx: ParsingContext,
  body: RequestBodyV2,
  { purposes, ...options }: RequestOptions & Pick<LookupRequest, 'mode' | 'band'>,
): LookupRequest {
  const { subjects, rawIdentities } = parseIdentities(ctx.identities, body.identities);
  const platforms = parsePlatforms(ctx.catalogue, body.platforms);
  const [first] = refsOf(subjects, SUBJECT_KINDS);
  if (!first) throw new ServiceError('missing_subject', 'Send at least one identity.');
  const checks = runnableChecks(ctx, { checks: checksOf(body.modules ?? MODULES), subjects }, 'modules');
  const { claimedName = null, claimedCompany = null, claimedCountry = null, deadlineMs = null, noise = null } = body;
  const [query = '', kind] = [rawIdentities[first], kindOf(first)];
  const queryType = kind === 'ip' ? null : kind;
  const own = { claimedName, claimedCompany, claimedCountry, deadlineMs, noise };
  const request = { kind: 'lookup', ...options, query, queryType, subjects, rawIdentities, checks, platforms, ...own } as const;
  return boundByPurpose(ctx.catalogue, { purposes, purpose: checkedPurpose(purposes, body.purpose) }, request);
}

/**
 * Identities in normal form, each with its kind.
 *
 * @throws ServiceError invalid_email, invalid_phone, invalid_ip, invalid_parameter: the code of the first fault, with the sentences of five
 */
export function parseNamed(parser: IdentityParser, identities: Identities): { kind: SubjectKind; value: string }[] {
  const { subjects } = parseIdentities(parser, identities);
  return refsOf(subjects, SUBJECT_KINDS).map((ref) => ({ kind: kindOf(ref), value: subjects[ref] ?? '' }));
}

/** Identities in normal form; one that was sent in two spellings counts once, with the first spelling. */
function parseIdentities(parser: IdentityParser, identities: Identities) {
  const sent = SUBJECT_KINDS.flatMap((kind) =>
    (identities[fieldOf(kind)] ?? []).map((raw, index) => ({ kind, raw, place: `identities.${fieldOf(kind)}.${index}` })),
  );
  const subjects: Partial<Record<SubjectRef, string>> = {};
  const rawIdentities: Partial<Record<SubjectRef, string>> = {};
  const parsed = parseEach(
    sent,
    ({ kind, raw }) => ({ kind, raw: raw.trim(), subject: parseSubject(parser, kind, raw) }),
    ({ place }) => place,
  );
  for (const { kind, raw, subject } of parsed) {
    const known = refsOf(subjects, [kind]);
    if (known.some((ref) => subjects[ref] === subject)) continue;
    if (known.length === MAX_PER_KIND) throw new ServiceError('invalid_parameter', `identities.${fieldOf(kind)}: at most ${MAX_PER_KIND}.`);
    const ref = refOf(kind, known.length + 1);
    subjects[ref] = subject;
    rawIdentities[ref] = raw;
  }
  return { subjects, rawIdentities };
}

/** The modules as v1 checks: each one is either requested or switched off. */
export function checksOf(modules: readonly Module[]): Checks {
  return Object.fromEntries(MODULES.map((module) => [module, modules.includes(module)]));
}
