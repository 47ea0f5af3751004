/** Permissions of an API key. A key in a sign-up flow has no need to decide where events are sent. */
export const SCOPES = ['lookups', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];
