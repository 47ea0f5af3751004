/** The pools of the free trial, without an installation's keys. */
import { trialPoolsOf } from '../../src/main/wiring/trial-pools.js';

export const trialPools = trialPoolsOf({ SECRETS_KEY: undefined });
