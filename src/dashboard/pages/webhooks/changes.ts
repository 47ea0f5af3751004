/** What the pages of webhooks change. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../client/account.js';
import { bodyOf } from '../../client/api.js';
import { withRecentSignIn } from '../../client/recent-sign-in.js';
import { useAnnounce } from '../../components/announcer.js';
import { webhooksKey } from './queries.js';
import type { Endpoint } from './words.js';

export interface EndpointSettings {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: Endpoint['eventTypes'];
}

/** A change of webhooks: afterwards what is shown is read again, and a sentence says that it is done. */
function useChange<Input, Output>(send: (input: Input) => Promise<Output>, done: string) {
  const account = useAccount();
  const queries = useQueryClient();
  const announce = useAnnounce();
  return useMutation({
    mutationFn: send,
    async onSuccess() {
      announce(done);
      await queries.invalidateQueries({ queryKey: webhooksKey(account) });
    },
  });
}

export function useAddEndpoint() {
  const { api } = useAccount();
  return useChange(
    (body: EndpointSettings) => withRecentSignIn(() => bodyOf(api.POST('/webhooks/endpoints', { body }))),
    'The endpoint was added.',
  );
}

/** The changes of one endpoint. */
export function useEndpointChanges(id: string) {
  const { api } = useAccount();
  const params = { path: { id } };
  return {
    edit: useChange(
      (body: EndpointSettings) => bodyOf(api.PATCH('/webhooks/endpoints/{id}', { params, body })),
      'The endpoint was changed.',
    ),
    enable: useChange(() => bodyOf(api.POST('/webhooks/endpoints/{id}/enable', { params })), 'The endpoint is enabled.'),
    disable: useChange(() => bodyOf(api.POST('/webhooks/endpoints/{id}/disable', { params })), 'The endpoint is disabled.'),
    test: useChange(() => bodyOf(api.POST('/webhooks/endpoints/{id}/test', { params })), 'A test event is being sent.'),
    rotate: useChange(
      (overlapSeconds: number) =>
        withRecentSignIn(() => bodyOf(api.POST('/webhooks/endpoints/{id}/rotate-secret', { params, body: { overlapSeconds } }))),
      'The signing secret was replaced.',
    ),
    recover: useChange(
      (since: string) => bodyOf(api.POST('/webhooks/endpoints/{id}/recover', { params, body: { since, dryRun: false } })),
      'The missed events are being sent.',
    ),
    resend: useChange(
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
    mutationFn: () => bodyOf(account.api.DELETE('/webhooks/endpoints/{id}', { params: { path: { id } } })),
    onSuccess() {
      announce('The endpoint was deleted.');
      queries.removeQueries({ queryKey: webhooksKey(account) });
    },
  });
}
