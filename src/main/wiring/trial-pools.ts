import { secretsKeys } from './stores.js';
import { createTrialPools } from './trial-pool-addresses.js';
import type { Config } from '../../kernel/config/env.js';
import type { TrialPools } from '../../features/accounts/accounts.js';
import { domainLists } from '../../facts/email/sources/disposable-lists.js';

/** The pools of the free trial, with the installation's keys. */
export const trialPoolsOf = (config: Pick<Config, 'SECRETS_KEY'>): TrialPools => createTrialPools(secretsKeys(config), domainLists);
