/** The operations of the service, typed: those of people, and those of one account. Cookies sign them; no key is ever in a page. */
import createClient, { type Client, type ClientPathsWithMethod, type MaybeOptionalInit, type MethodResponse } from 'openapi-fetch';
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

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** A method of a client that gives the body of an answer. */
type BodyMethod<Paths extends object, Method extends Lowercase<HttpMethod>> = <
  Path extends ClientPathsWithMethod<Client<Paths>, Method>,
  Init extends MaybeOptionalInit<Paths[Path], Method & keyof Paths[Path]>,
>(
  path: Path,
  ...init: undefined extends Init ? [Init?] : [Init]
) => Promise<MethodResponse<Client<Paths>, Method, Path, Init>>;
type Api<Paths extends object> = { readonly [M in HttpMethod]: BodyMethod<Paths, Lowercase<M>> };

/** A client whose methods give the body of an answer, and throw `ApiFailure` for every other. */
function createApi<Paths extends object>(baseUrl: string): Api<Paths> {
  const client = createClient<Paths>({ baseUrl }) as unknown as Record<HttpMethod, (...request: unknown[]) => Promise<Answer>>;
  const method = (name: HttpMethod) => [name, (...request: unknown[]) => bodyOf(client[name](...request))] as const;
  return Object.fromEntries((['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(method)) as unknown as Api<Paths>;
}

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws ApiFailure for any other status than 2xx, and when the service cannot be reached */
async function bodyOf(answering: Promise<Answer>): Promise<unknown> {
  const answer = await answering.catch(() => {
    throw new ApiFailure({
      status: 0,
      code: 'unreachable',
      message: 'The service cannot be reached. Check your connection and try again.',
    });
  });
  if (!answer.response.ok) throw ApiFailure.of(answer.response, answer.error);
  return answer.data;
}

export const personApi = createApi<PersonPaths>(ROOT);

export const accountAddress = (accountId: string): string => `${ROOT}/accounts/${encodeURIComponent(accountId)}`;
export const createAccountApi = (accountId: string) => createApi<AccountPaths>(accountAddress(accountId));
export type AccountApi = ReturnType<typeof createAccountApi>;
