import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../dashboard/client/page-operations.js';
import { signInTokens } from '../features/people/credentials/sign-in-tokens.js';
import { cookieName } from '../kernel/http/cookies.js';
import { ApiError, refusingFetch } from './api-client.js';
import { operatorName } from './operator-config.js';
import { withStores } from './with-stores.js';

/** The operations of the dashboard's pages, operators' ones among them. */
export type OperatorApi = Client<paths>;

/**
 * Calls operators' operations of the API by a session of minutes, which is made in the database of the service and ends with `work`. The
 * audit log names the operator who runs the command.
 *
 * @throws ApiError for a refusal
 */
export async function withOperator<T>(work: (api: OperatorApi) => Promise<T>): Promise<T> {
  return withStores(async ({ sessions }, { FOOTPRINT_URL: baseUrl, PUBLIC_URL: publicUrl }) => {
    const { token, digest } = signInTokens.create();
    await sessions.openForCommand(operatorName(), digest);
    const headers = { cookie: `${cookieName(publicUrl, 'session')}=${token}`, origin: new URL(publicUrl).origin };
    try {
      return await work(createClient<paths>({ baseUrl, headers, fetch: refusingFetch({ baseUrl, isSentence: true }) }));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_signed_in')) throw error;
      throw new ApiError(`The API at ${baseUrl} has a different database or PUBLIC_URL from this command, or is an earlier release.`, 401);
    } finally {
      await sessions.endForCommand(digest);
    }
  });
}
