/** Who pays for what is accepted after the request that asked for it. */
import type { TransactionSql } from 'postgres';
import type { Caller } from '../accounts.js';
import { ID_PREFIX } from '../../../kernel/values/ids.js';
import { lockAccount, allowanceOf } from './locked-account.js';

/**
 * The caller that a key or a member stands for now: of keys that replaced each other the newest in use. A member who has left the account
 * is still one: the batch is the account's.
 *
 * @param tx has locked the account
 * @returns null when the key is revoked or has expired, and nothing replaced it
 */
export async function payerOf(tx: TransactionSql, accountId: string, payerId: string): Promise<Caller | null> {
  const account = await lockAccount(tx, accountId);
  if (!account) return null;
  const { plan, poolId, isSuspended, isClosed } = account;
  const terms = { accountId, plan, poolId, allowance: allowanceOf(account), scopes: [], isSuspended, isClosed };
  if (payerId.startsWith(`${ID_PREFIX.member}_`)) return { ...terms, apiKeyId: payerId, onlyKey: null };
  const [key] = await tx<{ id: string; firstKey: string; monthlyLookups: number | null }[]>`
    SELECT k.id, coalesce(k.first_key_id, k.id) AS "firstKey", k.monthly_lookups AS "monthlyLookups"
    FROM api_keys k JOIN api_keys was ON coalesce(was.first_key_id, was.id) = coalesce(k.first_key_id, k.id)
    WHERE was.id = ${payerId} AND k.account_id = ${accountId} AND k.revoked_at IS NULL AND coalesce(k.expires_at > now(), true)
    ORDER BY k.created_at DESC, k.id DESC LIMIT 1`;
  if (!key) return null;
  const { id, firstKey, monthlyLookups } = key;
  return { ...terms, apiKeyId: id, onlyKey: null, monthly: monthlyLookups === null ? null : { lookups: monthlyLookups, firstKey } };
}
