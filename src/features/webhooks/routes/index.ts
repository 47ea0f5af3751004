/** Operations of webhooks: a file each, named by its `operationId`. */
import { createWebhookEndpointRoute } from './create-webhook-endpoint.js';
import { deleteWebhookEndpointRoute } from './delete-webhook-endpoint.js';
import { disableWebhookEndpointRoute } from './disable-webhook-endpoint.js';
import { enableWebhookEndpointRoute } from './enable-webhook-endpoint.js';
import { getWebhookDeliveryRoute } from './get-webhook-delivery.js';
import { getWebhookEndpointRoute } from './get-webhook-endpoint.js';
import { listEventsRoute } from './list-events.js';
import { listWebhookDeliveriesRoute } from './list-webhook-deliveries.js';
import { listWebhookEndpointsRoute } from './list-webhook-endpoints.js';
import { readWebhookStatsRoute } from './read-webhook-stats.js';
import { recoverWebhookEndpointRoute } from './recover-webhook-endpoint.js';
import { resendWebhookDeliveryRoute } from './resend-webhook-delivery.js';
import { rotateWebhookSecretRoute } from './rotate-webhook-secret.js';
import { testWebhookEndpointRoute } from './test-webhook-endpoint.js';
import { updateWebhookEndpointRoute } from './update-webhook-endpoint.js';

/** `/v2/events`: the same events for receivers that ask. */
export const eventRoutes = [listEventsRoute];

/** `/v2/webhooks/…/deliveries`: what was sent, what came of it, and sending it again. */
export const webhookDeliveryRoutes = [
  listWebhookDeliveriesRoute,
  readWebhookStatsRoute,
  getWebhookDeliveryRoute,
  resendWebhookDeliveryRoute,
  testWebhookEndpointRoute,
  recoverWebhookEndpointRoute,
];

/** `/v2/webhooks/endpoints`: where events are sent to. */
export const webhookEndpointRoutes = [
  listWebhookEndpointsRoute,
  createWebhookEndpointRoute,
  getWebhookEndpointRoute,
  updateWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
  disableWebhookEndpointRoute,
  enableWebhookEndpointRoute,
  rotateWebhookSecretRoute,
];
