import type { HandlerInput } from '../../../route.js';
import { type ErrorCode, ServiceError } from '../../../../kernel/values/errors.js';
import type { Caller } from '../../../accounts/accounts.js';
import { seesContent } from '../../../accounts/api-keys.js';
import type { EndpointChanges, EndpointKey } from '../../use-cases/endpoints.js';
import { endpointKey } from './webhook-schemas.js';

export const ADDRESS: readonly ErrorCode[] = ['endpoint_address_refused', 'unknown_purpose', 'invalid_parameter'];

export const common = { scopes: ['webhooks'] } as const;

/** What changes where events go, or sends some. */
export const change = { ...common, role: 'admin', recent: true } as const;

export const one = { ...common, path: '/v2/webhooks/endpoints/:id', params: endpointKey } as const;

export const changeOne = { ...one, ...change } as const;

/** The account and the endpoint that a request names. */
export function endpointKeyOf({ caller, params }: Pick<HandlerInput<{ id: string }, unknown, unknown>, 'caller' | 'params'>): EndpointKey {
  return { accountId: caller.accountId, endpointId: params.id };
}

/**
 * Whoever decides where events of lookups are sent could read them there. So could who changes any address: events that the endpoint
 * subscribed to before can be sent to it again.
 *
 * @throws ServiceError insufficient_scope
 */
export function requireContent(caller: Caller, { url, eventTypes = [], payload, filter }: EndpointChanges): void {
  const getsMore = url !== undefined || payload !== undefined || filter !== undefined || eventTypes.includes('lookup.completed');
  if (getsMore && !seesContent(caller))
    throw new ServiceError('insufficient_scope', 'To choose where events of lookups go, a key needs the scope lookups:read.');
}
