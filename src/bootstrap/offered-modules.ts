import type { AcceptanceStore } from '../domain/account-ports.js';
import type { FactModule } from '../domain/enrichment.js';
import { offeredChecks } from '../domain/offered-checks.js';

/** An acceptance that neither stores nor bills modules for which there is no source. */
export function billingOffered(store: AcceptanceStore, offered: () => readonly FactModule[] | Promise<readonly FactModule[]>): AcceptanceStore {
  return {
    accept: async (caller, requests, token) => {
      const modules = await offered();
      return store.accept(caller, requests.map((request) => ({ ...request, checks: offeredChecks(request.checks, modules) })), token);
    },
  };
}
