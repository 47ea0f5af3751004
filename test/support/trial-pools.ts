/** The pools of the free trial, with the tests' key. */
import { trialPoolsOf } from '../../src/wiring/trial-pools.js';
import { TEST_SECRETS_KEY } from './offline.js';

export const trialPools = trialPoolsOf({ SECRETS_KEY: [TEST_SECRETS_KEY] });
