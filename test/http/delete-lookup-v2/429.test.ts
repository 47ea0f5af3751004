import { refusesFloods } from '../../support/http/refuses-floods.js';

refusesFloods('deleteLookupV2');
