import type { LookupOwner } from '../../accounts/accounts.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { IdentityParser } from '../../../kernel/identity/identity.js';
import type { KeysetPage, Page } from '../../../kernel/values/pages.js';
import type { ListedLookup, LookupCursor, LookupFilter } from '../pages.js';
import type { LookupPages } from '../store/lookup-pages.js';
import { isStorableTime } from '../../../kernel/values/json.js';
import { type IdentitiesInput, parseNamed } from './parse-identities-request.js';
import { pageLookups } from './read-lookups.js';

export interface SearchContext {
  readonly pages: LookupPages;
  readonly identities: IdentityParser;
}

export interface SearchInput extends KeysetPage<LookupCursor>, Pick<LookupFilter, 'kind' | 'apiKeyId'> {
  readonly owner: LookupOwner;
  readonly identities?: IdentitiesInput | undefined;
  readonly status?: 'processing' | 'finished' | undefined;
  /** Days in UTC, YYYY-MM-DD, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const DAY_MS = 86_400_000;

/**
 * A page of the account's lookups that meet every condition, most recent first.
 *
 * @throws ServiceError invalid_email, invalid_phone, invalid_ip, invalid_parameter
 */
export async function searchLookups(ctx: SearchContext, input: SearchInput): Promise<Page<ListedLookup, LookupCursor>> {
  const { owner, limit, after, kind, apiKeyId, status, from, to } = input;
  const identities = input.identities && parseNamed(ctx.identities, input.identities);
  if (identities?.length === 0) throw new ServiceError('invalid_parameter', 'identities: name at least one, or leave it out.');
  const first = from === undefined ? undefined : dayOf('from', from);
  const last = to === undefined ? undefined : dayOf('to', to);
  if (first && last && first > last) throw new ServiceError('invalid_parameter', 'from and to: in their order.');
  const end = last && new Date(last.getTime() + DAY_MS);
  // After the last day that the database can name nothing was accepted.
  const before = end && isStorableTime(end) ? end : undefined;
  const isFinished = status && status === 'finished';
  return pageLookups(ctx, { owner, limit, after, filter: { identities, kind, apiKeyId, isFinished, from: first, before } });
}

function dayOf(name: string, text: string): Date {
  const day = new Date(text);
  if (!isStorableTime(day)) throw new ServiceError('invalid_parameter', `${name}: a day of the calendar.`);
  return day;
}
