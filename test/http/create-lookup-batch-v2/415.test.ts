import { refusesOtherMediaTypes } from '../../support/http/refuses-bodies.js';

refusesOtherMediaTypes('createLookupBatchV2');
