import { answersCheck } from '../../support/http/answers-check.js';

answersCheck('checkIp', { field: 'ipDetails', sent: ' 2001:DB8::17 ', shown: '2001:DB8::17' });
