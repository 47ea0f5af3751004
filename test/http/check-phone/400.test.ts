import { refusesUnreadableJson } from '../../support/http/refuses-bodies.js';

refusesUnreadableJson('checkPhone');
