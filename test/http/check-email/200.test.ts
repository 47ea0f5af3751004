import { answersCheck } from '../../support/http/answers-check.js';

answersCheck('checkEmail', { field: 'emailDetails', sent: ' Ada@Example.com ', shown: 'Ada@Example.com' });
