/** What the pages of webhooks change. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../client/account.js';
import { bodyOf } from '../../client/api.js';
import { withRecentSignIn } from '../../client/recent-sign-in.js';
import { useAnnounce } from '../../components/announcer.js';
import { useChange } from '../../components/use-change.js';
import { webhooksKey } from './queries.js';
import type { Endpoint } from './labels.js';

export interface EndpointSettings {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: Endpoint['eventTypes'];
  readonly payload: Endpoint['payload'];
}

const useWebhookChange = <Output, Input = void>(send: (input: Input) => Promise<Output>, announcement: string) =>
  useChange({ send, stale: [webhooksKey(useAccount())], announcement });

export function useAddEndpoint() {
  const { api } = useAccount();
  return useWebhookChange((body: EndpointSettings) => bodyOf(api.POST('/webhooks/endpoints', { body })), 'The endpoint was added.');
}

/** The changes of one endpoint. */
export function useEndpointChanges(id: string) {
  const { api } = useAccount();
  const params = { path: { id } };
  return {
    edit: useWebhookChange(
      (body: EndpointSettings) => bodyOf(api.PATCH('/webhooks/endpoints/{id}', { params, body })),
      'The endpoint was changed.',
    ),
    enable: useWebhookChange(() => bodyOf(api.POST('/webhooks/endpoints/{id}/enable', { params })), 'The endpoint is enabled.'),
    disable: useWebhookChange(() => bodyOf(api.POST('/webhooks/endpoints/{id}/disable', { params })), 'The endpoint is disabled.'),
    test: useWebhookChange(() => bodyOf(api.POST('/webhooks/endpoints/{id}/test', { params })), 'A test event is being sent.'),
    rotate: useWebhookChange(
      (overlapSeconds: number) => bodyOf(api.POST('/webhooks/endpoints/{id}/rotate-secret', { params, body: { overlapSeconds } })),
      'The signing secret was replaced.',
    ),
    recover: useWebhookChange(
      (since: string) => bodyOf(api.POST('/webhooks/endpoints/{id}/recover', { params, body: { since, dryRun: false } })),
      'The missed events are being sent.',
    ),
    resend: useWebhookChange(
      (eventId: string) => bodyOf(api.POST('/webhooks/endpoints/{id}/deliveries/{eventId}/resend', { params: { path: { id, eventId } } })),
      'The event is being sent again.',
    ),
  };
}

/** Deletes an endpoint. What was shown of it is not read again: there is nothing left. */
export function useDeleteEndpoint(id: string) {
  const account = useAccount();
  const announce = useAnnounce();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => withRecentSignIn(() => bodyOf(account.api.DELETE('/webhooks/endpoints/{id}', { params: { path: { id } } }))),
    onSuccess() {
      announce('The endpoint was deleted.');
      queries.removeQueries({ queryKey: webhooksKey(account) });
    },
  });
}
