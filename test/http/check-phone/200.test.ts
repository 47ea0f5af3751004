import { answersCheck } from '../../support/http/answers-check.js';

answersCheck('checkPhone', { field: 'phoneDetails', sent: ' +1 (202) 555-0123 ', shown: '+1 (202) 555-0123' });
