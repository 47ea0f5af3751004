import { refusesLargeBodies } from '../../support/http/refuses-bodies.js';

refusesLargeBodies('createLookupBatchV2');
