/** The filter of the list of deliveries, as it stands in the page's address. */
import { DELIVERY_STATES, type DeliveryState } from '../../../features/webhooks/delivery.js';
import { EVENT_TYPES, type EventType } from '../../../features/webhooks/event-types.js';

export interface DeliveryFilter {
  readonly state?: DeliveryState;
  readonly type?: EventType;
  /** Made at this moment or later, ISO 8601. */
  readonly since?: string;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined => values.find((each) => each === value);
const isMoment = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

/** What is no filter is left out. */
export function deliveryFilterOf({ state, type, since }: Readonly<Record<string, unknown>>): DeliveryFilter {
  const [knownState, knownType] = [oneOf(DELIVERY_STATES, state), oneOf(EVENT_TYPES, type)];
  return {
    ...(knownState ? { state: knownState } : {}),
    ...(knownType ? { type: knownType } : {}),
    ...(isMoment(since) && !Number.isNaN(Date.parse(since)) ? { since } : {}),
  };
}

/** A moment as `<input type="datetime-local">` holds it, in the reader's zone. */
export function localTime(at: Date): string {
  const zoned = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return zoned.toISOString().slice(0, 16);
}

/** The moment of such an input; undefined: it is empty or not complete. */
export function momentOf(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
