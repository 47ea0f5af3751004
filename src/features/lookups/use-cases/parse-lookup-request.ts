import { modulesToRun, type Checks } from '../../../facts/checks.js';
import { type FactModule, availableChecks } from '../../../facts/fact-modules.js';
import { type ErrorCode, orRefusal, ServiceError } from '../../../kernel/values/errors.js';
import { mostSimilar } from '../../../kernel/values/most-similar.js';
import { invalidPhoneText, type IdentityParser } from '../../../kernel/identity/identity.js';
import type { SubjectKind } from '../../../kernel/identity/subjects.js';
import type { LookupRequest, LookupKind } from '../lookup.js';
import type { Purposes } from '../../accounts/purposes.js';
import { boundByPurpose } from './bound-by-purpose.js';
import { answeringSlug } from '../../../engine/catalogue/rules/platform.js';
import type { PlatformCatalogue } from '../../../engine/catalogue/rules/ports.js';

/** Faults of one request that a message names. */
const MAX_FAULTS = 5;
/** Mistakes in a slug at most, for another to be suggested. */
const MAX_TYPOS = 2;

/** The body of a v1 lookup or batch item, of the right types but not yet parsed. */
export interface RequestBody {
  readonly query?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly ip?: string | undefined;
  readonly platforms?: readonly string[] | undefined;
  readonly checks?: Checks | undefined;
}

/** What a request says besides its parameters or its body. */
export interface RequestOptions extends Pick<LookupRequest, 'bypassCache'> {
  /** The account's list; absent: empty, and none required. */
  readonly purposes?: Purposes | undefined;
}

export interface ParsingContext {
  readonly identities: IdentityParser;
  readonly catalogue: PlatformCatalogue;
  /** Modules, besides footprint, that have a source in this installation, as of the latest `refreshAvailable`. */
  readonly available: () => readonly FactModule[];
}

/** Updates `ParsingContext.available`. To be awaited before a request is parsed. */
export interface AvailabilityRefresh {
  readonly refreshAvailable: () => Promise<void>;
}

/**
 * Parses a v1 request.
 *
 * @throws ServiceError missing_subject, invalid_email, invalid_phone, invalid_ip, unknown_platform, invalid_parameter, purpose_forbids
 */
export function parseLookupRequest(
  ctx: ParsingContext,
  body: RequestBody,
  { mode, band, bypassCache, purposes }: RequestOptions & Pick<LookupRequest, 'mode' | 'band'>,
): LookupRequest {
  const { subjects, queryType } = parseSubjects(ctx.identities, body);
  const platforms = parsePlatforms(ctx.catalogue, body.platforms);
  const query = (body.query ?? body.email ?? body.phone ?? body.ip)?.trim();
  // An IP address alone asks for its check: nothing else can be meant. docs/contract.md, 2.1.
  const checks = queryType === null ? { ip: true, ...body.checks } : (body.checks ?? {});
  if (query === undefined || (queryType === null && !checks.ip)) throw new ServiceError('missing_subject');
  const request = { kind: 'lookup', mode, band, bypassCache, query, queryType, subjects, checks, platforms } as const;
  return boundByPurpose(ctx.catalogue, ofV1(purposes), { ...request, checks: runnableChecks(ctx, request, 'checks') });
}

/**
 * The checks without the modules that have no source: those are neither run nor billed.
 *
 * @param field where the caller named the modules
 * @throws ServiceError invalid_parameter, naming that field, when no module is left to run
 */
export function runnableChecks(ctx: ParsingContext, request: Pick<LookupRequest, 'checks' | 'subjects'>, field: string): Checks {
  const available = ctx.available();
  const checks = availableChecks(request.checks, available);
  if (modulesToRun(checks, request.subjects).length > 0) return checks;
  throw new ServiceError(
    'invalid_parameter',
    `${field}: no module would run for this request. Available: ${['footprint', ...available].join(', ')}.`,
  );
}

function parseSubjects(parser: IdentityParser, body: RequestBody): Pick<LookupRequest, 'subjects' | 'queryType'> {
  const subjects: Partial<Record<SubjectKind, string>> = {};
  for (const kind of ['email', 'phone', 'ip'] as const) {
    const raw = body[kind];
    if (raw !== undefined) subjects[kind] = parseSubject(parser, kind, raw);
  }
  if (body.query === undefined) return { subjects, queryType: subjects.email ? 'email' : subjects.phone ? 'phone' : null };
  const subject = parser.detect(body.query);
  if ('invalid' in subject) {
    if (subject.invalid !== 'invalid_parameter') refuse(subject.invalid, body.query);
    const { reason = 'send an e-mail address, a phone number or a username of 1 to 64 visible characters without spaces.' } = subject;
    throw new ServiceError('invalid_parameter', `query: ${reason}`);
  }
  const { type, value } = subject;
  subjects[type] ??= value;
  if (subjects[type] === value) return { subjects, queryType: type };
  throw new ServiceError('invalid_parameter', `query: this ${type} differs from the one in the field ${type}.`);
}

const INVALID = { email: 'invalid_email', phone: 'invalid_phone', username: 'invalid_parameter', ip: 'invalid_ip' } as const;

/** An identity in normal form. @throws ServiceError invalid_email, invalid_phone, invalid_ip, invalid_parameter */
export function parseSubject(parser: IdentityParser, kind: SubjectKind, raw: string): string {
  return parser[kind](raw) ?? refuse(INVALID[kind], raw);
}

function refuse(code: (typeof INVALID)[SubjectKind], raw: string): never {
  if (code === 'invalid_parameter') throw new ServiceError(code, 'send a username of 1 to 64 visible characters without spaces.');
  throw new ServiceError(code, code === 'invalid_phone' ? invalidPhoneText(raw) : undefined);
}

/**
 * The platforms that a caller names, each by the slug that it answers under.
 *
 * @throws ServiceError unknown_platform, naming it when it looks like a slug
 */
export function parsePlatforms(catalogue: PlatformCatalogue, platforms: readonly string[] | undefined): readonly string[] | null {
  if (platforms === undefined || platforms.length === 0) return null;
  const unknown = platforms.find((slug) => catalogue.get(slug) === undefined);
  if (unknown !== undefined) {
    const known = catalogue.platforms.map(({ slug }) => slug);
    const spelled = unknown.slice(0, 60).toLowerCase().replaceAll(' ', '-');
    const near = mostSimilar(spelled, known, MAX_TYPOS);
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    const fault = /^[a-z\d-]{1,60}$/i.test(unknown)
      ? `"${unknown}" is not a platform slug.`
      : 'send slugs, not names: lower-case letters, digits and hyphens. GET /v2/platforms lists them.';
    throw new ServiceError('unknown_platform', `platforms: ${fault}${hint}`);
  }
  return [...new Set(platforms.map((slug) => answeringSlug(catalogue, slug)))];
}

/**
 * Parses the parts of a request one by one, before anything is billed.
 *
 * @param placeOf where a part is in the request
 * @throws ServiceError naming the first malformed parts by their places
 * @param code of the refusal; absent: that of the first malformed part
 */
export function parseEach<Part, Parsed>(
  parts: readonly Part[],
  parse: (part: Part) => Parsed,
  placeOf: (part: Part, index: number) => string,
  code?: ErrorCode,
): Parsed[] {
  const faults: string[] = [];
  let refusal = code;
  const parsed = parts.flatMap((part, index) => {
    const made = orRefusal(() => parse(part));
    if (!(made instanceof ServiceError)) return [made];
    refusal ??= made.code;
    faults.push(`${placeOf(part, index)}: ${made.message}`);
    return [];
  });
  if (refusal && faults.length > 0) throw new ServiceError(refusal, faults.slice(0, MAX_FAULTS).join(' '));
  return parsed;
}

/** v1 has no field for a purpose: the account says which one its lookups have. */
const ofV1 = (purposes: Purposes | undefined) => ({ purposes, purpose: purposes?.v1Purpose ?? null });

export type CheckKind = Exclude<LookupKind, 'lookup'>;

/**
 * Parses a single-subject check: one fact module, no platform sweep. docs/contract.md, 7.
 *
 * @throws ServiceError invalid_email, invalid_phone, invalid_ip, purpose_forbids
 */
export function parseCheckRequest(
  ctx: ParsingContext,
  { kind, query, bypassCache, purposes }: { kind: CheckKind; query: string } & RequestOptions,
): LookupRequest {
  return boundByPurpose(ctx.catalogue, ofV1(purposes), {
    kind,
    band: 'instant',
    mode: 'check',
    query: query.trim(),
    queryType: kind === 'ip' ? null : kind,
    subjects: { [kind]: parseSubject(ctx.identities, kind, query) },
    checks: availableChecks({ footprint: false, breaches: false, webMentions: false, [kind]: true }, ctx.available()),
    platforms: null,
    bypassCache,
  });
}
