import { MODULES, type Checks, type Module } from '../../../facts/checks.js';
import { ERRORS, ServiceError, type ErrorCode } from '../../../kernel/values/errors.js';
import { invalidPhoneText, type IdentityParser } from '../../../kernel/identity/identity.js';
import type { LookupRequest } from '../lookup.js';
import { checkedPurpose, type Purposes } from '../../accounts/purposes.js';
import {
  kindOf,
  MAX_PER_KIND,
  refOf,
  refsOf,
  SUBJECT_KINDS,
  type SubjectKind,
  type SubjectRef,
  type Subjects,
} from '../../../kernel/identity/subjects.js';
import { MAX_FAULTS, parsePlatforms, runnableChecks, type LookupOptions, type ParsingContext } from './parse-lookup-request.js';

/** The identities of a v2 request, of the right types but not yet parsed. */
export interface IdentitiesInput {
  readonly emails?: readonly string[] | undefined;
  readonly phones?: readonly string[] | undefined;
  readonly usernames?: readonly string[] | undefined;
  readonly ips?: readonly string[] | undefined;
}

/** The body of a v2 lookup or batch item. */
export interface V2Input {
  readonly identities: IdentitiesInput;
  /** Exactly these run, as far as there is an identity for them; absent: all. */
  readonly modules?: readonly Module[] | undefined;
  readonly platforms?: readonly string[] | undefined;
  /** One of the account's list. */
  readonly purpose?: string | undefined;
  /** The name that the person gave. */
  readonly claimedName?: string | undefined;
  /** Of an instant lookup, in milliseconds. */
  readonly deadlineMs?: number | undefined;
}

/** The account's list; absent: empty, and none required. */
export interface V2Options extends LookupOptions {
  readonly purposes?: Purposes | undefined;
}

const NO_PURPOSES: Purposes = { purposes: [], required: false };

/** The field of each kind, in the order in which responses name the identities. */
const FIELDS = [
  { field: 'emails', kind: 'email', code: 'invalid_email' },
  { field: 'phones', kind: 'phone', code: 'invalid_phone' },
  { field: 'usernames', kind: 'username', code: 'invalid_parameter' },
  { field: 'ips', kind: 'ip', code: 'invalid_ip' },
] as const satisfies readonly { field: keyof IdentitiesInput; kind: SubjectKind; code: ErrorCode }[];

const NO_USERNAME = 'send a username of 1 to 64 visible characters without spaces.';
const NOTHING = 'Send at least one identity.';

interface ParsedIdentities {
  readonly subjects: Subjects;
  readonly rawIdentities: Subjects;
  readonly first: { readonly kind: SubjectKind; readonly value: string } | undefined;
}

/**
 * Parses a v2 request: up to five identities of each kind, one lookup.
 *
 * @throws ServiceError missing_subject, invalid_email, invalid_phone, invalid_ip, unknown_platform, invalid_parameter, purpose_required,
 *   unknown_purpose
 */
export function parseIdentitiesRequest(
  ctx: ParsingContext,
  input: V2Input,
  { purposes = NO_PURPOSES, ...options }: V2Options,
): LookupRequest {
  const { subjects, rawIdentities, first } = parseIdentities(ctx.identities, input.identities);
  const platforms = parsePlatforms(ctx.catalogue, input.platforms);
  if (!first) throw new ServiceError('missing_subject', NOTHING);
  const checks = runnableChecks(ctx, { wanted: checksOf(input.modules ?? MODULES), subjects, field: 'modules' });
  const purpose = checkedPurpose(purposes, input.purpose);
  const { claimedName = null, deadlineMs = null } = input;
  const queryType = first.kind === 'ip' ? null : first.kind;
  return {
    kind: 'lookup',
    ...options,
    query: first.value,
    queryType,
    subjects,
    rawIdentities,
    checks,
    platforms,
    purpose,
    claimedName,
    deadlineMs,
  };
}

/**
 * Identities in normal form, each with its kind.
 *
 * @throws ServiceError invalid_email, invalid_phone, invalid_ip, invalid_parameter: the code of the first fault, with the sentences of five
 */
export function parseNamed(parser: IdentityParser, input: IdentitiesInput): { kind: SubjectKind; value: string }[] {
  const { subjects } = parseIdentities(parser, input);
  return refsOf(subjects, SUBJECT_KINDS).map((ref) => ({ kind: kindOf(ref), value: subjects[ref] ?? '' }));
}

/** Identities in normal form; one that was sent in two spellings counts once, with the first spelling. */
function parseIdentities(parser: IdentityParser, input: IdentitiesInput): ParsedIdentities {
  const subjects: Partial<Record<SubjectRef, string>> = {};
  const sent: Partial<Record<SubjectRef, string>> = {};
  let first: ParsedIdentities['first'];
  const faults: string[] = [];
  let refused: ErrorCode | undefined;
  for (const { field, kind, code } of FIELDS) {
    const known = new Set<string>();
    for (const [index, raw] of (input[field] ?? []).entries()) {
      const value = parser[kind](raw);
      if (value === null) {
        refused ??= code;
        faults.push(`identities.${field}.${index}: ${refusalText(kind, code, raw)}`);
      }
      if (value === null || known.has(value)) continue;
      known.add(value);
      if (known.size > MAX_PER_KIND) throw new ServiceError('invalid_parameter', `identities.${field}: at most ${MAX_PER_KIND}.`);
      const ref = refOf(kind, known.size);
      subjects[ref] = value;
      sent[ref] = raw.trim();
      first ??= { kind, value: raw.trim() };
    }
  }
  if (refused !== undefined) throw new ServiceError(refused, faults.slice(0, MAX_FAULTS).join(' '));
  return { subjects, rawIdentities: sent, first };
}

function refusalText(kind: SubjectKind, code: ErrorCode, raw: string): string {
  if (kind === 'username') return NO_USERNAME;
  return kind === 'phone' ? invalidPhoneText(raw) : ERRORS[code].message;
}

/** The modules as v1 checks: each one is either requested or switched off. */
export function checksOf(wanted: readonly Module[]): Checks {
  return Object.fromEntries(MODULES.map((module) => [module, wanted.includes(module)]));
}
