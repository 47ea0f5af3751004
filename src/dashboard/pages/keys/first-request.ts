import { curlOf } from '../../client/curl.js';

/** The first request that somebody sends with a key. */
export const FIRST_REQUEST = (): string => curlOf('/v2/lookup', { body: { identities: { usernames: ['robinsample'] } } });
