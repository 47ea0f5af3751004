/** The operations of the service, typed: those of people, and those of one account. Cookies sign them; no key is ever in a page. */
import createClient from 'openapi-fetch';
import type { components, paths } from '../../../clients/typescript/schema.js';
import type { paths as pagePaths } from './page-operations.js';
import { ApiFailure } from './failure.js';

export type Schemas = components['schemas'];

const VERSION = '/v2';
/** Paths of v2 as they are below an account's address. */
type BelowAccount<Paths> = { [P in keyof Paths as P extends `${typeof VERSION}${infer Rest}` ? Rest : never]: Paths[P] };
/** Paths without the methods that they do not have: keys may use some methods of a path, and people others. */
type Methods<Paths> = {
  [P in keyof Paths]: { [M in keyof Paths[P] as [NonNullable<Paths[P][M]>] extends [never] ? never : M]: Paths[P][M] };
};
type AccountPaths = Methods<BelowAccount<paths>> & Methods<BelowAccount<pagePaths>>;
type PersonPaths = { [P in keyof pagePaths as P extends `/dashboard/api${infer Rest}` ? Rest : never]: pagePaths[P] };

const ROOT = '/dashboard/api';

export const personApi = createClient<PersonPaths>({ baseUrl: ROOT });

export const accountAddress = (accountId: string): string => `${ROOT}/accounts/${encodeURIComponent(accountId)}`;
export const createAccountApi = (accountId: string) => createClient<AccountPaths>({ baseUrl: accountAddress(accountId) });
export type AccountApi = ReturnType<typeof createAccountApi>;

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of an answer.
 *
 * @throws ApiFailure for any other status than 2xx, and when the service cannot be reached
 */
export async function bodyOf<T>(answering: Promise<Answer<T>>): Promise<T> {
  const answer = await answering.catch(() => {
    throw new ApiFailure({
      status: 0,
      code: 'unreachable',
      message: 'The service cannot be reached. Check your connection and try again.',
    });
  });
  if (!answer.response.ok) throw ApiFailure.of(answer.response, answer.error);
  return answer.data as T;
}
