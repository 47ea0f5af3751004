import { sharedBareApi } from '../../support/http/bare-api.js';
import { refusesOverdraft } from '../../support/http/refuses-overdraft.js';

const service = sharedBareApi();
for (const id of ['createLookup', 'createLookupV2', 'streamLookup', 'streamLookupV2', 'checkEmail', 'checkPhone', 'checkIp'] as const) {
  refusesOverdraft(id, service);
}
