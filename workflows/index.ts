export { calibrate } from './calibrate.js';
export { lookup } from './lookup.js';
export { reconcile } from './reconcile.js';
export { retention } from './retention.js';
