import { sharedBareApi } from '../../support/http/bare-api.js';
import { refusesCrowds } from '../../support/http/refuses-crowds.js';

const service = sharedBareApi();
refusesCrowds('streamLookup', service);
refusesCrowds('streamLookupV2', service);
