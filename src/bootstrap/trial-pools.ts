import { secretsKeys } from './stores.js';
import { createTrialPools } from '../adapters/trial-pools.js';
import type { Config } from '../config/env.js';
import type { TrialPools } from '../domain/billing/accounts.js';
import { domainLists } from '../modules/email/disposable-lists.js';

/** The pools of the free trial, with the installation's keys. */
export const trialPoolsOf = (config: Pick<Config, 'SECRETS_KEY'>): TrialPools => createTrialPools(secretsKeys(config), domainLists);
