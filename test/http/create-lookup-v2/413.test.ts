import { refusesLargeBodies } from '../../support/http/refuses-bodies.js';

refusesLargeBodies('createLookupV2');
