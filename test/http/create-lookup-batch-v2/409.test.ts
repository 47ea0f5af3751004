import { refusesKeyReuse } from '../../support/http/refuses-key-reuse.js';

refusesKeyReuse('createLookupBatchV2');
