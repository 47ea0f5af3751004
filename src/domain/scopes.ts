/** What an API key is allowed to. A key in a sign-up flow has no need to say where events are sent. */
export const SCOPES = ['lookups', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];
