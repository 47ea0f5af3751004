/** Types that an endpoint can subscribe to. */
export const SUBSCRIBABLE_EVENT_TYPES = ['lookup.completed', 'batch.completed', 'usage.threshold_reached', 'team.member_joined'] as const;
export type SubscribableEventType = (typeof SUBSCRIBABLE_EVENT_TYPES)[number];

/** Every type: test events go to the endpoint that is tested, whatever it subscribed to. */
export const EVENT_TYPES = [...SUBSCRIBABLE_EVENT_TYPES, 'endpoint.test'] as const;
export type EventType = (typeof EVENT_TYPES)[number];
