import { refusesCrowds } from '../../support/http/refuses-crowds.js';
import { refusesFloods } from '../../support/http/refuses-floods.js';

refusesFloods('streamLookup');
refusesCrowds('streamLookup');
