import type { LookupOwner } from '../../accounts/accounts.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { IdentityParser } from '../../../kernel/identity/identity.js';
import type { Identities } from '../../../kernel/identity/subjects.js';
import type { KeysetPage, Page } from '../../../kernel/values/pages.js';
import type { ListedLookup, LookupCursor, LookupFilter, LookupTotal } from '../pages.js';
import type { LookupPages } from '../store/lookup-pages.js';
import { isStorableTime } from '../../../kernel/values/json.js';
import { parseNamed } from './parse-identities-request.js';
import { pageLookups } from './read-lookups.js';
import { DAY_MS } from '../../../kernel/values/durations.js';

export interface SearchContext {
  readonly pages: LookupPages;
  readonly identities: IdentityParser;
}

/** Which lookups are searched for. */
export interface SearchConditions extends Pick<LookupFilter, 'kind' | 'apiKeyId'> {
  readonly identities?: Identities | undefined;
  readonly status?: 'processing' | 'finished' | undefined;
  /** Days in UTC, YYYY-MM-DD, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface SearchInput extends KeysetPage<LookupCursor>, SearchConditions {
  readonly owner: LookupOwner;
  /** Whether the matches are counted too. */
  readonly total?: boolean | undefined;
}

/** Lookups that an export reads at once. */
const EXPORT_PAGE = 2_000;

/**
 * A page of the account's lookups that meet every condition, most recent first.
 *
 * @throws ServiceError invalid_email, invalid_phone, invalid_ip, invalid_parameter
 */
export async function searchLookups(
  ctx: SearchContext,
  { owner, limit, after, total = false, ...conditions }: SearchInput,
): Promise<Page<ListedLookup, LookupCursor> & { readonly total?: LookupTotal }> {
  const filter = filterOf(ctx, conditions);
  const page = await pageLookups(ctx, { owner, limit, after, filter });
  return total ? { ...page, total: await ctx.pages.count(owner, filter) } : page;
}

/**
 * All of the account's lookups that meet every condition, most recent first. What is accepted meanwhile is not among them.
 *
 * @throws ServiceError as `searchLookups`, before the first one
 */
export function exportLookups(ctx: SearchContext, owner: LookupOwner, conditions: SearchConditions): AsyncGenerator<ListedLookup> {
  const filter = filterOf(ctx, conditions);
  return (async function* read() {
    for (let after: LookupCursor | null = null; ; ) {
      const page: Page<ListedLookup, LookupCursor> = await pageLookups(ctx, { owner, limit: EXPORT_PAGE, after, filter });
      yield* page.items;
      if (page.next === null) return;
      after = page.next;
    }
  })();
}

function filterOf(ctx: SearchContext, input: SearchConditions): LookupFilter {
  const { kind, apiKeyId, status, from, to } = input;
  const identities = input.identities && parseNamed(ctx.identities, input.identities);
  if (identities?.length === 0) throw new ServiceError('invalid_parameter', 'identities: send at least one, or leave out the field.');
  const first = from === undefined ? undefined : dayOf('from', from);
  const last = to === undefined ? undefined : dayOf('to', to);
  if (first && last && first > last) throw new ServiceError('invalid_parameter', 'from must not be later than to.');
  const end = last && new Date(last.getTime() + DAY_MS);
  // After the last day that the database can name nothing was accepted.
  const before = end && isStorableTime(end) ? end : undefined;
  const isFinished = status && status === 'finished';
  return { identities, kind, apiKeyId, isFinished, from: first, before };
}

function dayOf(name: string, text: string): Date {
  const day = new Date(text);
  if (!isStorableTime(day)) throw new ServiceError('invalid_parameter', `${name}: send a day that exists, such as 2030-03-01.`);
  return day;
}
