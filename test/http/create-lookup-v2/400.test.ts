import { refusesUnreadableJson } from '../../support/http/refuses-bodies.js';

refusesUnreadableJson('createLookupV2');
