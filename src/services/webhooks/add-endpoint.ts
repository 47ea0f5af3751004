import { ServiceError } from '../../domain/errors.js';
import { MAX_ENDPOINTS, type Endpoint } from '../../domain/webhooks/endpoint.js';
import { SUBSCRIBABLE_EVENT_TYPES } from '../../domain/webhooks/event.js';
import type { WebhooksContext } from './context.js';
import { checkAddress, checkDescription, checkEventTypes } from './endpoint-settings.js';

export interface AddEndpointInput {
  readonly accountId: string;
  readonly url: string;
  readonly description?: string | undefined;
  /** Default: every type that can be chosen today. */
  readonly eventTypes?: readonly string[] | undefined;
}

/**
 * Adds an endpoint. Its signing secret is returned here, once, and never shown again.
 *
 * @throws ServiceError endpoint_address_refused, invalid_parameter, endpoint_limit_reached
 */
export async function addEndpoint(
  ctx: Pick<WebhooksContext, 'endpoints' | 'sender' | 'secrets'>,
  input: AddEndpointInput,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const eventTypes = checkEventTypes(input.eventTypes ?? SUBSCRIBABLE_EVENT_TYPES);
  const description = checkDescription(input.description ?? '');
  const url = await checkAddress(ctx, input.url);
  const secret = ctx.secrets.create();
  const sealFor = (endpointId: string) => ctx.secrets.seal(secret, endpointId);
  const endpoint = await ctx.endpoints.add(input.accountId, { url, description, eventTypes }, { sealFor });
  if (!endpoint) throw new ServiceError('endpoint_limit_reached', `An account has at most ${MAX_ENDPOINTS} endpoints.`);
  return { endpoint, secret };
}
