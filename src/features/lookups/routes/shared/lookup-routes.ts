/** What the lookup operations of both versions share: how a request is read, run and accepted. Only parsing and presenting differ. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { HandlerInput } from '../../../route.js';
import { type ErrorCode, ServiceError } from '../../../../kernel/values/errors.js';
import type { IdempotencyToken } from '../../../accounts/accounts.js';
import type { LookupReader } from '../../store/lookup-reader.js';
import type { SeenLookups } from '../../store/seen-lookups.js';
import type { AvailabilityRefresh, ParsingContext, RequestOptions } from '../../use-cases/parse-lookup-request.js';
import type { RunContext, RunOptions } from '../../use-cases/run-lookup.js';

export interface LookupRoutesContext extends RunContext, ParsingContext, AvailabilityRefresh {
  readonly reader: LookupReader;
  readonly seenLookups: Pick<SeenLookups, 'before'>;
}

/** Error codes of any request that names identities. */
export const IDENTITY_ERRORS: readonly ErrorCode[] = [
  'quota_exceeded',
  'insufficient_credits',
  'missing_subject',
  'unknown_platform',
  'invalid_email',
  'invalid_phone',
  'invalid_ip',
  'unknown_test_identity',
  'purpose_forbids',
  'invalid_parameter',
];

/** Error codes of a request that may name a purpose. */
export const PURPOSE_ERRORS: readonly ErrorCode[] = ['purpose_required', 'unknown_purpose'];

type Input<Query = unknown, Body = unknown> = HandlerInput<unknown, Query, Body>;

/** `Cache-Control: no-cache` bypasses cached facts: every platform is probed. */
export function requestOptionsOf({ headers, caller }: Pick<Input, 'headers' | 'caller'>): RequestOptions {
  return { bypassCache: /(^|,)\s*no-cache\b/i.test(headers['cache-control'] ?? ''), purposes: caller.purposes };
}

/** Slugs of a query parameter, comma-separated. */
export function slugsOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((slug) => slug.trim())
    .filter(Boolean);
}

/**
 * The request's idempotency key with a digest of everything that must be the same in a repeated request; null without a key.
 *
 * @throws ServiceError invalid_parameter for a malformed key
 */
export function idempotencyToken(input: Input, operation: string): IdempotencyToken | null {
  const key = input.headers['idempotency-key'];
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ServiceError('invalid_parameter', 'Idempotency-Key: send 1 to 255 visible ASCII characters.');
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([operation, input.query]))
    .update(input.rawBody)
    .digest('base64url');
  return { key, fingerprint };
}

/** How a request is run for its caller. @throws ServiceError invalid_parameter for a malformed idempotency key */
export function runOptionsOf(input: Input, operation: string): RunOptions {
  const { caller, receivedAt, clientAborted, ending } = input;
  return { caller, token: idempotencyToken(input, operation), receivedAt, clientAborted, ending };
}

export const lookupId = z.string().describe('Identifier of the lookup.');
export const EXAMPLE_LOOKUP_ID = 'lkp_01m7y8dd45e4fbn0v7h1d9p9b9';
