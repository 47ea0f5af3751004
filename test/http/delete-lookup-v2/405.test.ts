import { refusesOtherMethods } from '../../support/http/refuses-methods.js';

refusesOtherMethods('deleteLookupV2');
