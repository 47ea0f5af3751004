import { unwrap } from './errors.js';
import { persist } from './retry.js';
import type { ApiError } from './types.js';

/**
 * All pages of a list, each read when it is needed.
 *
 * @param read reads the page after a cursor: `(cursor) => client.GET('/v2/lookup', { params: { query: { cursor } } })`
 * @throws FootprintError if the service refuses
 */
export async function* pages<Page extends { readonly nextCursor?: string | null }>(
  read: (cursor: string | undefined) => Promise<{ data?: Page; error?: ApiError; response: Response }>,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    const page: Page = unwrap(await persist(() => read(cursor)));
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
