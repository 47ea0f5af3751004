export * from './accounts.js';
export * from './breaches.js';
export * from './derived.js';
export * from './flow.js';
export * from './lookups.js';
export * from './platforms.js';
export * from './usage.js';
export * from './webhooks.js';
