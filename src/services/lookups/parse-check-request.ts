import { ServiceError } from '../../domain/errors.js';
import { invalidPhoneText } from '../../domain/identity/identity.js';
import type { LookupKind, LookupRequest } from '../../domain/lookup/lookup.js';
import { availableChecks } from '../../domain/lookup/enrichment.js';
import type { ParsingContext } from './parse-lookup-request.js';

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
