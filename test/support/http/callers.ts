import { createHash } from 'node:crypto';
import type { Caller } from '../../../src/features/accounts/accounts.js';
import type { Service } from '../service.js';

/** Who calls with a key, as the API sees it after authentication. */
export async function callerOf({ accounts }: Pick<Service['record'], 'accounts'>, key: string): Promise<Caller> {
  const caller = await accounts.findCaller(createHash('sha256').update(key).digest());
  if (!caller) throw new Error('the key that was just made is not found');
  return caller;
}
