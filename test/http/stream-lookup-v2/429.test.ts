import { refusesFloods } from '../../support/http/refuses-floods.js';

refusesFloods('streamLookupV2');
