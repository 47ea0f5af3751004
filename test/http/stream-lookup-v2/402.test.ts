import { refusesOverdraft } from '../../support/http/refuses-overdraft.js';

refusesOverdraft('streamLookupV2');
