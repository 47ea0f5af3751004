import { modulesToRun, type Checks, type Subjects } from '../../../facts/checks.js';
import { type FactModule, availableChecks } from '../../../facts/fact-modules.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { mostSimilar } from '../../../kernel/values/most-similar.js';
import { invalidPhoneText, type IdentityParser, type QueryType } from '../../../kernel/identity/identity.js';
import type { LookupRequest, LookupKind } from '../lookup.js';
import type { Mode } from '../../../engine/flow/request-class.js';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import { answeringSlug } from '../../../engine/catalogue/rules/platform.js';
import type { PlatformCatalogue } from '../../../engine/catalogue/rules/ports.js';

/** Faults of one request that a message names. */
export const MAX_FAULTS = 5;
/** Mistakes in a slug at most, for another to be suggested. */
const MAX_TYPOS = 2;

/** The body of a lookup or batch item, of the right types but not yet parsed. */
export interface LookupInput {
  readonly query?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly ip?: string | undefined;
  readonly platforms?: readonly string[] | undefined;
  readonly checks?: Checks | undefined;
}

export interface LookupOptions {
  readonly mode: Mode;
  readonly band: Band;
  readonly bypassCache: boolean;
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
 * @throws ServiceError missing_subject, invalid_email, invalid_phone, invalid_ip, unknown_platform, invalid_parameter
 */
export function parseLookupRequest(ctx: ParsingContext, input: LookupInput, options: LookupOptions): LookupRequest {
  const { subjects, queryType } = parseSubjects(ctx.identities, input);
  // An IP address alone asks for its check: nothing else can be meant. docs/contract.md, 2.1.
  const wanted = queryType === null ? { ip: true, ...input.checks } : (input.checks ?? {});
  const platforms = parsePlatforms(ctx.catalogue, input.platforms);
  const query = (input.query ?? input.email ?? input.phone ?? input.ip)?.trim();
  if (query === undefined || (queryType === null && !wanted.ip)) throw new ServiceError('missing_subject');
  const checks = runnableChecks(ctx, { wanted, subjects, field: 'checks' });
  return { kind: 'lookup', ...options, query, queryType, subjects, checks, platforms };
}

/**
 * The checks without the modules that have no source: those are neither run nor billed.
 *
 * @param input.field where the caller named the modules
 * @throws ServiceError invalid_parameter, naming that field, when no module is left to run
 */
export function runnableChecks(ctx: ParsingContext, input: { wanted: Checks; subjects: Subjects; field: string }): Checks {
  const available = ctx.available();
  const checks = availableChecks(input.wanted, available);
  if (modulesToRun(checks, input.subjects).length > 0) return checks;
  throw new ServiceError(
    'invalid_parameter',
    `${input.field}: no module is left to run for what was sent. Available: ${['footprint', ...available].join(', ')}.`,
  );
}

function parseSubjects(identities: IdentityParser, input: LookupInput): { subjects: Subjects; queryType: QueryType | null } {
  const subjects: { -readonly [K in keyof Subjects]: string | undefined } = {
    email: input.email === undefined ? undefined : (identities.email(input.email) ?? refuse('invalid_email')),
    phone:
      input.phone === undefined ? undefined : (identities.phone(input.phone) ?? refuse('invalid_phone', invalidPhoneText(input.phone))),
    ip: input.ip === undefined ? undefined : (identities.ip(input.ip) ?? refuse('invalid_ip')),
  };
  if (input.query === undefined) {
    return { subjects, queryType: subjects.email ? 'email' : subjects.phone ? 'phone' : null };
  }
  const found = identities.detect(input.query);
  if ('invalid' in found) {
    if (found.invalid === 'invalid_phone') refuse('invalid_phone', invalidPhoneText(input.query));
    if (found.invalid === 'invalid_email') refuse('invalid_email');
    const { reason = 'send an e-mail address, a phone number or a username of 1 to 64 visible characters without spaces.' } = found;
    throw new ServiceError('invalid_parameter', `query: ${reason}`);
  }
  const explicit = subjects[found.type];
  if (explicit !== undefined && explicit !== found.value) {
    throw new ServiceError('invalid_parameter', `query: it names another ${found.type} than the field ${found.type} does.`);
  }
  subjects[found.type] = found.value;
  return { subjects, queryType: found.type };
}

function refuse(code: 'invalid_email' | 'invalid_phone' | 'invalid_ip', message?: string): never {
  throw new ServiceError(code, message);
}

/**
 * The platforms that a caller names, each by the slug that it answers under.
 *
 * @throws ServiceError unknown_platform, naming it when it looks like a slug
 */
export function parsePlatforms(catalogue: PlatformCatalogue, slugs: readonly string[] | undefined): readonly string[] | null {
  if (slugs === undefined || slugs.length === 0) return null;
  const unknown = slugs.find((slug) => catalogue.get(slug) === undefined);
  if (unknown !== undefined) {
    const known = catalogue.platforms.map(({ slug }) => slug);
    const spelled = unknown.slice(0, 60).toLowerCase().replaceAll(' ', '-');
    const near = mostSimilar(spelled, known, MAX_TYPOS);
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    const fault = /^[a-z\d-]{1,60}$/i.test(unknown)
      ? `"${unknown}" is not a platform slug.`
      : 'a name is not a slug (lower-case letters, digits and hyphens; GET /v2/platforms lists them).';
    throw new ServiceError('unknown_platform', `platforms: ${fault}${hint}`);
  }
  return [...new Set(slugs.map((slug) => answeringSlug(catalogue, slug)))];
}

/**
 * Parses the items of a batch one by one, before anything is billed.
 *
 * @throws ServiceError invalid_batch, naming the first malformed items by their indexes
 */
export function parseItems<Item>(items: readonly Item[], parse: (item: Item) => LookupRequest): LookupRequest[] {
  const faults: string[] = [];
  const requests = items.flatMap((item, index) => {
    try {
      return [parse(item)];
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      faults.push(`items.${index}: ${error.message}`);
      return [];
    }
  });
  if (faults.length > 0) throw new ServiceError('invalid_batch', faults.slice(0, MAX_FAULTS).join(' '));
  return requests;
}

export type CheckKind = Exclude<LookupKind, 'lookup'>;

const INVALID = { email: 'invalid_email', phone: 'invalid_phone', ip: 'invalid_ip' } as const;

/**
 * Parses a single-subject check: one fact module, no platform sweep. docs/contract.md, 7.
 *
 * @throws ServiceError invalid_email, invalid_phone, invalid_ip
 */
export function parseCheckRequest(
  ctx: Pick<ParsingContext, 'identities' | 'available'>,
  input: { kind: CheckKind; value: string; bypassCache: boolean },
): LookupRequest {
  const { kind, bypassCache } = input;
  const value = ctx.identities[kind](input.value);
  if (value === null) throw new ServiceError(INVALID[kind], kind === 'phone' ? invalidPhoneText(input.value) : undefined);
  return {
    kind,
    band: 'instant',
    mode: 'check',
    query: input.value.trim(),
    queryType: kind === 'ip' ? null : kind,
    subjects: { [kind]: value },
    checks: availableChecks({ footprint: false, breaches: false, webMentions: false, [kind]: true }, ctx.available()),
    platforms: null,
    bypassCache,
  };
}
