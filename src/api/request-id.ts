import { typeid } from 'typeid-js';

/** A caller's own id is kept when it is short and plain, so that both sides can find the request in their logs. */
export function newRequestId(offered: string): string {
  return /^[A-Za-z0-9_.:-]{8,64}$/.test(offered) ? offered : typeid('req').toString();
}
