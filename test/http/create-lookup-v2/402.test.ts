import { refusesOverdraft } from '../../support/http/refuses-overdraft.js';

refusesOverdraft('createLookupV2');
