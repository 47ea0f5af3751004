import { ServiceError } from '../../domain/errors.js';
import { SUBSCRIBABLE_EVENT_TYPES, type SubscribableEventType } from '../../domain/webhooks/event.js';
import type { WebhooksContext } from './context.js';

const MAX_DESCRIPTION = 200;

/**
 * Checks an address as every delivery will, so that one that can never be delivered to is not saved.
 *
 * @throws ServiceError endpoint_address_refused, naming the reason
 */
export async function checkAddress(ctx: Pick<WebhooksContext, 'sender'>, url: string): Promise<string> {
  const refusal = await ctx.sender.check(url);
  if (refusal) throw new ServiceError('endpoint_address_refused', `url: ${sentenceOf(refusal.code)} (${refusal.code}).`);
  return url;
}

const SENTENCES: Readonly<Record<string, string>> = {
  malformed_url: 'it is not a URL that can be read in one way only',
  scheme_not_allowed: 'only https is taken',
  userinfo: 'it holds a user name or password',
  port_not_allowed: 'only port 443 is taken',
  odd_address: 'it spells an IP address in an unusual way',
  trailing_dot: 'its host ends with a dot',
  empty_label: 'its host has an empty part',
  invisible_character: 'its host holds an invisible character',
  odd_host_name: 'its host is not a name of the public Internet',
  blocked_address: 'it leads to an address that is not public',
  dns: 'its host has no address',
  timeout: 'its host could not be resolved in time',
};

function sentenceOf(code: string): string {
  return SENTENCES[code] ?? 'it cannot be delivered to';
}

/** @throws ServiceError invalid_parameter for an unknown type or an empty list */
export function checkEventTypes(types: readonly string[]): SubscribableEventType[] {
  const known = SUBSCRIBABLE_EVENT_TYPES.filter((type) => types.includes(type));
  if (known.length === 0 || types.some((type) => !known.some((each) => each === type))) {
    throw new ServiceError('invalid_parameter', `eventTypes: choose one or more of ${SUBSCRIBABLE_EVENT_TYPES.join(', ')}.`);
  }
  return known;
}

/** @throws ServiceError invalid_parameter for one that is too long or holds control characters */
export function checkDescription(description: string): string {
  const text = description.trim();
  if (text.length > MAX_DESCRIPTION || /[\p{Cc}\p{Cs}]/u.test(text)) {
    throw new ServiceError('invalid_parameter', `description: at most ${MAX_DESCRIPTION} characters, on one line.`);
  }
  return text;
}
