/** What every operation refuses alike, end to end for one of each kind, with what it costs the account: nothing. */
import { sharedBareApi } from '../../support/http/bare-api.js';
import { refusesLargeBodies, refusesOtherMediaTypes, refusesUnreadableJson } from '../../support/http/refuses-bodies.js';
import { refusesFloods } from '../../support/http/refuses-floods.js';
import { refusesOtherMethods } from '../../support/http/refuses-methods.js';
import { refusesUnauthenticated } from '../../support/http/refuses-unauthenticated.js';
import { END_TO_END } from '../../support/http/route-cases.js';

const service = sharedBareApi();
for (const route of END_TO_END) {
  for (const refuses of [refusesUnauthenticated, refusesFloods, refusesOtherMethods]) refuses(route, service);
  if (route.body) for (const refuses of [refusesUnreadableJson, refusesLargeBodies, refusesOtherMediaTypes]) refuses(route, service);
}
