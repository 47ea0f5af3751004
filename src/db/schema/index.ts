export * from './accounts.js';
export * from './lookups.js';
export * from './platforms.js';
export * from './usage.js';
