import { describe, expect, it } from 'vitest';
import { everyRoute } from '../../../src/api/routes.js';
import { isReading } from '../../../src/dashboard/pages/audit/actions.js';

const ROUTES = everyRoute;

/** Bodies that ask: what they search for may be an identity, which is in no address. */
const READS_BY_POST = ['priceLookupV2', 'previewRetention', 'searchAccounts', 'searchLookups', 'exportLookups'];

describe('which actions of the audit log only read', () => {
  it('is what GET does, unless it starts a lookup, and what only asks by POST', () => {
    const reads = ROUTES.filter(
      ({ method, startsWork, operationId }) => (method === 'get' && !startsWork) || READS_BY_POST.includes(operationId),
    );
    const byName = ROUTES.filter(({ operationId }) => isReading(operationId));
    const namesOf = (routes: typeof ROUTES) => routes.map(({ operationId }) => operationId).sort();
    // The way back from a provider signs somebody in.
    expect(namesOf(byName)).toEqual(namesOf(reads).filter((name) => name !== 'endOpenIdSignIn'));
  });
});
