import type { Caller } from '../../accounts/accounts.js';
import { seesContent } from '../../accounts/api-keys.js';
import { type ErrorCode, ServiceError } from '../../../kernel/values/errors.js';
import { SUBSCRIBABLE_EVENT_TYPES } from '../event.js';
import {
  addEndpoint,
  deleteEndpoint,
  disableEndpoint,
  editEndpoint,
  enableEndpoint,
  type EndpointChanges,
  type EndpointKey,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  type WebhooksContext,
} from '../use-cases/endpoints.js';
import { route, type HandlerInput, type Route } from '../../../kernel/http/route.js';
import { presentEndpoint } from './webhook-presenters.js';
import {
  deletedEndpoint,
  endpoint,
  endpointChanges,
  endpointKey,
  endpointList,
  endpointSecret,
  newEndpoint,
  rotation,
} from './webhook-schemas.js';

const ADDRESS: readonly ErrorCode[] = ['endpoint_address_refused', 'invalid_parameter'];
const common = { scopes: ['webhooks'] } as const;
const one = { ...common, path: '/v2/webhooks/endpoints/:id', params: endpointKey } as const;

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
function requireContent(caller: Caller, { url, eventTypes = [], payload }: EndpointChanges): void {
  const getsMore = url !== undefined || payload !== undefined || eventTypes.includes('lookup.completed');
  if (getsMore && !seesContent(caller)) throw new ServiceError('insufficient_scope');
}

/** `/v2/webhooks/endpoints`: where events are sent to. */
export function webhookEndpointRoutes(ctx: WebhooksContext): Route[] {
  return [
    route({
      ...common,
      operationId: 'listWebhookEndpoints',
      method: 'get',
      path: '/v2/webhooks/endpoints',
      summary: 'List endpoints',
      description: 'Endpoints of the account, oldest first.',
      response: endpointList,
      handle: async ({ caller }) => ({ endpoints: (await listEndpoints(ctx, caller)).map(presentEndpoint) }),
    }),
    route({
      ...common,
      operationId: 'createWebhookEndpoint',
      contentScope: 'lookups:read',
      sendsDataOut: true,
      role: 'admin',
      recent: true,
      method: 'post',
      path: '/v2/webhooks/endpoints',
      summary: 'Add an endpoint',
      description:
        'Adds an endpoint. Its address is checked as for every delivery, so an address that could never receive one is refused here ' +
        'with the reason. The signing secret is shown only once.',
      body: newEndpoint,
      response: endpointSecret,
      errors: [...ADDRESS, 'endpoint_limit_reached'],
      async handle({ caller, body }) {
        const { eventTypes = SUBSCRIBABLE_EVENT_TYPES } = body;
        requireContent(caller, { eventTypes });
        const added = await addEndpoint(ctx, { ...body, accountId: caller.accountId });
        return { endpoint: presentEndpoint(added.endpoint), secret: added.secret };
      },
    }),
    route({
      ...one,
      operationId: 'getWebhookEndpoint',
      method: 'get',
      summary: 'Read an endpoint',
      description: 'One endpoint with its state and its failures.',
      response: endpoint,
      errors: ['not_found'],
      handle: async (input) => presentEndpoint(await readEndpoint(ctx, endpointKeyOf(input))),
    }),
    route({
      ...one,
      operationId: 'updateWebhookEndpoint',
      contentScope: 'lookups:read',
      recent: true,
      sendsDataOut: true,
      role: 'admin',
      method: 'patch',
      summary: 'Change an endpoint',
      description: 'Changes only the fields that are sent. A new address resets the failure window.',
      body: endpointChanges,
      response: endpoint,
      errors: ['not_found', ...ADDRESS],
      async handle(input) {
        requireContent(input.caller, input.body);
        return presentEndpoint(await editEndpoint(ctx, { ...endpointKeyOf(input), changes: input.body }));
      },
    }),
    route({
      ...one,
      operationId: 'deleteWebhookEndpoint',
      recent: true,
      role: 'admin',
      method: 'delete',
      summary: 'Delete an endpoint',
      description: 'Deletes the endpoint with its secrets and its log. Deliveries in progress end at their next step.',
      response: deletedEndpoint,
      errors: ['not_found'],
      async handle(input) {
        await deleteEndpoint(ctx, endpointKeyOf(input));
        return { id: input.params.id, deleted: true as const };
      },
    }),
    route({
      ...one,
      operationId: 'disableWebhookEndpoint',
      recent: true,
      role: 'admin',
      method: 'post',
      path: '/v2/webhooks/endpoints/:id/disable',
      summary: 'Disable an endpoint',
      description: 'No more events are sent to the endpoint, and deliveries in progress end.',
      response: endpoint,
      errors: ['not_found'],
      handle: async (input) => presentEndpoint(await disableEndpoint(ctx, endpointKeyOf(input))),
    }),
    route({
      ...one,
      operationId: 'enableWebhookEndpoint',
      sendsDataOut: true,
      recent: true,
      role: 'admin',
      method: 'post',
      path: '/v2/webhooks/endpoints/:id/enable',
      summary: 'Enable an endpoint',
      description: 'Enables the endpoint and resets its failure window. Use `recover` to send the events that it missed.',
      response: endpoint,
      errors: ['not_found'],
      handle: async (input) => presentEndpoint(await enableEndpoint(ctx, endpointKeyOf(input))),
    }),
    route({
      ...one,
      operationId: 'rotateWebhookSecret',
      role: 'admin',
      recent: true,
      method: 'post',
      path: '/v2/webhooks/endpoints/:id/rotate-secret',
      summary: 'Replace the signing secret',
      description:
        'Creates a new signing secret, which is shown only once. During the overlap every request carries a signature for each ' +
        'valid secret, so that receivers can switch without losing an event.',
      body: rotation,
      response: endpointSecret,
      errors: ['not_found', 'invalid_parameter'],
      async handle(input) {
        const rotated = await rotateSecret(ctx, { ...endpointKeyOf(input), overlapSeconds: input.body.overlapSeconds });
        return { endpoint: presentEndpoint(rotated.endpoint), secret: rotated.secret };
      },
    }),
  ];
}
