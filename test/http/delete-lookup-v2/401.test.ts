import { refusesStrangers } from '../../support/http/refuses-strangers.js';

refusesStrangers('deleteLookupV2');
