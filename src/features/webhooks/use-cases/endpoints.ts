import { hasControlCharacters } from '../../../kernel/values/control-characters.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { SecretBox } from '../../../kernel/values/sealer.js';
import { type Endpoint, type EndpointSettings, MAX_ENDPOINTS, MAX_OVERLAP_SECONDS } from '../endpoint.js';
import { type Payload, PAYLOADS } from '../event.js';
import { SUBSCRIBABLE_EVENT_TYPES, type SubscribableEventType } from '../event-types.js';
import { type EventFilter, RISK_LEVELS } from '../event-filter.js';
import type { WebhookSender } from '../ports.js';
import type { PurposeStore } from '../../accounts/store/account-store.js';
import type { DeliveryReader } from '../store/delivery-reader.js';
import type { DeliveryStatsReader } from '../store/delivery-stats.js';
import type { EndpointStore } from '../store/endpoint-store.js';
import type { Redelivery } from '../store/redelivery.js';

export interface AddEndpointInput {
  readonly accountId: string;
  readonly url: string;
  readonly description?: string | undefined;
  /** Default: every type that can be chosen today. */
  readonly eventTypes?: readonly string[] | undefined;
  /** Default `full`. */
  readonly payload?: string | undefined;
  /** Default: none. */
  readonly filter?: EventFilter | undefined;
}

/**
 * Adds an endpoint. Its signing secret is returned here, once, and never shown again.
 *
 * @throws ServiceError endpoint_address_refused, unknown_purpose, invalid_parameter, endpoint_limit_reached
 */
export async function addEndpoint(ctx: WebhooksContext, input: AddEndpointInput): Promise<{ endpoint: Endpoint; secret: string }> {
  const eventTypes = checkEventTypes(input.eventTypes ?? SUBSCRIBABLE_EVENT_TYPES);
  const payload = checkPayload(input.payload ?? 'full');
  const description = checkDescription(input.description ?? '');
  const filter = await checkFilter(ctx, input.accountId, input.filter ?? {});
  const url = await checkAddress(ctx, input.url);
  const secret = ctx.secrets.create();
  const sealFor = (endpointId: string) => ctx.secrets.seal(secret, endpointId);
  const endpoint = await ctx.endpoints.add(input.accountId, { url, description, eventTypes, payload, filter }, { sealFor });
  if (!endpoint) throw new ServiceError('endpoint_limit_reached', `An account has at most ${MAX_ENDPOINTS} endpoints.`);
  return { endpoint, secret };
}

export interface EndpointChanges {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly payload?: string | undefined;
  readonly filter?: EventFilter | undefined;
}

/**
 * Changes what is given. A new address is checked like that of a new endpoint, and closes the failure window. Another payload or filter is
 * that of later events.
 *
 * @throws ServiceError not_found, endpoint_address_refused, unknown_purpose, invalid_parameter
 */
export async function editEndpoint(
  ctx: WebhooksContext,
  { accountId, endpointId, changes }: EndpointKey & { changes: EndpointChanges },
): Promise<Endpoint> {
  const present = found(await ctx.endpoints.find(accountId, endpointId));
  const checked: { -readonly [Name in keyof EndpointSettings]?: EndpointSettings[Name] } = {};
  if (changes.eventTypes !== undefined) checked.eventTypes = checkEventTypes(changes.eventTypes);
  if (changes.payload !== undefined) checked.payload = checkPayload(changes.payload);
  if (changes.description !== undefined) checked.description = checkDescription(changes.description);
  if (changes.filter !== undefined) checked.filter = await checkFilter(ctx, accountId, changes.filter, present.filter);
  if (changes.url !== undefined) checked.url = await checkAddress(ctx, changes.url);
  const edited = await ctx.endpoints.edit(accountId, endpointId, checked);
  if (!edited) throw new ServiceError('not_found');
  return edited;
}

const MAX_DESCRIPTION = 200;

/**
 * Checks an address as every delivery will, so that one that can never be delivered to is not saved.
 *
 * @throws ServiceError endpoint_address_refused, naming the reason
 */
export async function checkAddress(ctx: WebhooksContext, url: string): Promise<string> {
  const refusal = await ctx.sender.check(url);
  if (refusal) throw new ServiceError('endpoint_address_refused', `url: ${sentenceOf(refusal.code)} (${refusal.code}).`);
  return url;
}

const SENTENCES: Readonly<Record<string, string>> = {
  malformed_url: 'it is not a URL that can be read in one way only',
  scheme_not_allowed: 'it must begin with https://',
  userinfo: 'it holds a user name or password',
  port_not_allowed: 'only port 443 and ports from 1024 are allowed',
  odd_address: 'it spells an IP address in an unusual way',
  trailing_dot: 'its host ends with a dot',
  empty_label: 'its host has an empty part',
  invisible_character: 'its host holds an invisible character',
  odd_host_name: 'its host is not a name of the public Internet',
  blocked_address: 'it leads to an address that is not public, which the operator may allow (WEBHOOK_ALLOWED_NETWORKS)',
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

/** @throws ServiceError invalid_parameter */
function checkPayload(payload: string): Payload {
  const known = PAYLOADS.find((each) => each === payload);
  if (!known) throw new ServiceError('invalid_parameter', `payload must be ${PAYLOADS.join(' or ')}.`);
  return known;
}

/**
 * A purpose that the account does not have would match nothing for ever. One that the endpoint filters by already may stay: whoever changes
 * something else sends it again, and what was begun for it still ends.
 *
 * @throws ServiceError unknown_purpose, invalid_parameter
 */
async function checkFilter(ctx: WebhooksContext, accountId: string, filter: EventFilter, present: EventFilter = {}): Promise<EventFilter> {
  const { riskLevel, purpose, test } = filter;
  if (riskLevel && !riskLevel.every((level) => RISK_LEVELS.includes(level)))
    throw new ServiceError('invalid_parameter', `filter.riskLevel: ${RISK_LEVELS.join(', ')}.`);
  if (purpose) {
    const list = await ctx.purposes.read(accountId);
    const known = [...(list?.purposes ?? []), ...(present.purpose ?? [])];
    if (!purpose.every((each) => known.includes(each))) throw new ServiceError('unknown_purpose');
  }
  return { riskLevel, purpose, test };
}

/** @throws ServiceError invalid_parameter for one that is too long or holds control characters */
export function checkDescription(description: string): string {
  const text = description.trim();
  if (text.length > MAX_DESCRIPTION || hasControlCharacters(text)) {
    throw new ServiceError('invalid_parameter', `description must be one line of at most ${MAX_DESCRIPTION} characters.`);
  }
  return text;
}

/** Dependencies of webhook management. */
export interface WebhooksContext {
  readonly endpoints: EndpointStore;
  readonly deliveryReader: DeliveryReader;
  readonly deliveryStats: DeliveryStatsReader;
  readonly redelivery: Redelivery;
  readonly secrets: SecretBox;
  readonly purposes: Pick<PurposeStore, 'read'>;
  readonly sender: Pick<WebhookSender, 'check'>;
}

/** Identifies an endpoint of an account. */
export interface EndpointKey {
  readonly accountId: string;
  readonly endpointId: string;
}

/** @throws ServiceError not_found, the same whether there is none or it belongs to another account */
export async function readEndpoint(ctx: WebhooksContext, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  return found(await ctx.endpoints.find(accountId, endpointId));
}

/**
 * Disables an endpoint: nothing is sent to it, and its pending deliveries end. A second call changes nothing.
 *
 * @throws ServiceError not_found
 */
export async function disableEndpoint(ctx: WebhooksContext, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  return found(await ctx.endpoints.disable(accountId, endpointId, new Date()));
}

/**
 * Enables an endpoint and closes its failure window. What it missed can be recovered (`recoverSince`).
 *
 * @throws ServiceError not_found
 */
export async function enableEndpoint(ctx: WebhooksContext, { accountId, endpointId }: EndpointKey): Promise<Endpoint> {
  return found(await ctx.endpoints.enable(accountId, endpointId));
}

function found(endpoint: Endpoint | null): Endpoint {
  if (!endpoint) throw new ServiceError('not_found');
  return endpoint;
}

/**
 * Gives an endpoint a new signing secret, shown here once. While the overlap lasts each request carries a signature of every
 * valid secret, so that receivers can change over without losing an event.
 *
 * @param input.overlapSeconds how long the old ones stay valid; 0 ends them at once, seven days at most
 * @throws ServiceError not_found, invalid_parameter
 */
export async function rotateSecret(
  ctx: WebhooksContext,
  { accountId, endpointId, overlapSeconds }: EndpointKey & { overlapSeconds: number },
): Promise<{ endpoint: Endpoint; secret: string }> {
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > MAX_OVERLAP_SECONDS) {
    throw new ServiceError('invalid_parameter', `overlapSeconds must be a whole number from 0 to ${MAX_OVERLAP_SECONDS}.`);
  }
  const now = new Date();
  const secret = ctx.secrets.create();
  const oldUntil = new Date(now.getTime() + overlapSeconds * 1_000);
  const endpoint = found(await ctx.endpoints.rotateSecret(accountId, endpointId, ctx.secrets.seal(secret, endpointId), oldUntil, now));
  return { endpoint, secret };
}

/**
 * Deletes an endpoint with its secrets; its deliveries and attempts disappear for readers at once, and their rows soon after.
 * Deliveries under way end at their next step.
 *
 * @throws ServiceError not_found
 */
export async function deleteEndpoint(ctx: WebhooksContext, { accountId, endpointId }: EndpointKey): Promise<void> {
  if (!(await ctx.endpoints.remove(accountId, endpointId))) throw new ServiceError('not_found');
}
