/** Operations of operators: a file each, named by its `operationId`. */
import { calibratePlatformRoute } from './calibrate-platform.js';
import { changePlanRoute } from './change-plan.js';
import { listAccountsRoute } from './list-accounts.js';
import { listCircuitsRoute } from './list-circuits.js';
import { listControlAccountsRoute } from './list-control-accounts.js';
import { listDisabledPlatformsRoute } from './list-disabled-platforms.js';
import { listDisputesRoute } from './list-disputes.js';
import { listRunningErasuresRoute } from './list-running-erasures.js';
import { listSchedulesRoute } from './list-schedules.js';
import { listUnfinishedDeliveriesRoute } from './list-unfinished-deliveries.js';
import { listUnfinishedLookupsRoute } from './list-unfinished-lookups.js';
import { readAccountRoute } from './read-account.js';
import { readQueuesRoute } from './read-queues.js';
import { removeControlAccountsRoute } from './remove-control-accounts.js';
import { resumeAccountRoute } from './resume-account.js';
import { searchAccountsRoute } from './search-accounts.js';
import { setControlAccountRoute } from './set-control-account.js';
import { setQuotaRoute } from './set-quota.js';
import { suspendAccountRoute } from './suspend-account.js';
import { switchPlatformOffRoute } from './switch-platform-off.js';
import { switchPlatformOnRoute } from './switch-platform-on.js';
import { topUpRoute } from './top-up.js';

const accountRoutes = [
  listAccountsRoute,
  searchAccountsRoute,
  readAccountRoute,
  changePlanRoute,
  setQuotaRoute,
  topUpRoute,
  suspendAccountRoute,
  resumeAccountRoute,
];

const platformRoutes = [listDisabledPlatformsRoute, switchPlatformOffRoute, switchPlatformOnRoute, calibratePlatformRoute];

/**
 * Accounts of the operator's own, by which rules may deny, and numbers that were never registered anywhere. Identities are in bodies, and
 * answers have them masked.
 */
const controlAccountRoutes = [listControlAccountsRoute, setControlAccountRoute, removeControlAccountsRoute];

const stateRoutes = [
  readQueuesRoute,
  listUnfinishedLookupsRoute,
  listUnfinishedDeliveriesRoute,
  listCircuitsRoute,
  listSchedulesRoute,
  listDisputesRoute,
  listRunningErasuresRoute,
];

export const operatorRoutes = [...accountRoutes, ...platformRoutes, ...controlAccountRoutes, ...stateRoutes];
