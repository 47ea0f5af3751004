export const common = { scopes: ['webhooks'] } as const;
