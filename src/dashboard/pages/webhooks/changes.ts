/** What the pages of webhooks change. */
import { useAccount } from '../../client/account.js';
import { useChange } from '../../components/use-change.js';
import { webhooksKey } from './queries.js';
import type { Endpoint } from './labels.js';

export interface EndpointSettings {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: Endpoint['eventTypes'];
  readonly payload: Endpoint['payload'];
  readonly filter: Endpoint['filter'];
}

/** A change, after which what these pages show is read again. */
export const useWebhookChange = <Output, Input = void>(
  send: (input: Input) => Promise<Output>,
  announcement: string,
  onDone?: (output: Output) => void,
) => useChange({ send, stale: [webhooksKey(useAccount())], announcement, onDone });
