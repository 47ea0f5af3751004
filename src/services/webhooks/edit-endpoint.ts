import { ServiceError } from '../../domain/errors.js';
import type { Endpoint, EndpointSettings } from '../../domain/webhooks/endpoint.js';
import type { EndpointKey, WebhooksContext } from './context.js';
import { checkAddress, checkDescription, checkEventTypes } from './endpoint-settings.js';

export interface EndpointChanges {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
}

/**
 * Changes what is given. A new address is checked like that of a new endpoint, and closes the failure window.
 *
 * @throws ServiceError not_found, endpoint_address_refused, invalid_parameter
 */
export async function editEndpoint(
  ctx: Pick<WebhooksContext, 'endpoints' | 'sender' | 'webhooks'>,
  { accountId, endpointId, changes }: EndpointKey & { changes: EndpointChanges },
): Promise<Endpoint> {
  const before = await ctx.endpoints.find(accountId, endpointId);
  if (!before) throw new ServiceError('not_found');
  const checked: { -readonly [Name in keyof EndpointSettings]?: EndpointSettings[Name] } = {};
  if (changes.eventTypes !== undefined) checked.eventTypes = checkEventTypes(changes.eventTypes);
  if (changes.description !== undefined) checked.description = checkDescription(changes.description);
  if (changes.url !== undefined) checked.url = await checkAddress(ctx, changes.url);
  const after = await ctx.endpoints.edit(accountId, endpointId, checked);
  if (!after) throw new ServiceError('not_found');
  if (before.failingSince && !after.failingSince) ctx.webhooks.recheckEndpoint(endpointId);
  return after;
}
