/** The addresses of the dashboard, as its router has them. */
import path from 'node:path';
import { ROOT } from './built-pages.js';

/** Imported by its path: the pages are compiled with settings of their own. */
const load = <T>(file: string): Promise<T> => import(path.join(ROOT, 'src', 'dashboard', file)) as Promise<T>;

interface ListedPage {
  readonly title: string;
  readonly to: string;
}

/** Patterns of all addresses, parameters as `$name`: `/dashboard/$account/webhooks/$endpoint`. */
export async function routePatterns(): Promise<readonly string[]> {
  const { createAppRouter } = await load<{ createAppRouter(queries: unknown): { routesByPath: object } }>('router.tsx');
  return Object.keys(createAppRouter({}).routesByPath)
    .map((pattern) => (pattern === '/' ? pattern : pattern.replace(/\/$/, '')))
    .filter((pattern, index, all) => pattern.startsWith('/dashboard') && all.indexOf(pattern) === index)
    .sort();
}

/** The pages that navigation and command palette list. */
export async function listedPages(): Promise<readonly ListedPage[]> {
  return (await load<{ PAGES_OF_ACCOUNT: readonly ListedPage[] }>('components/pages-of-account.ts')).PAGES_OF_ACCOUNT;
}

/**
 * An address of a pattern.
 *
 * @throws Error when a parameter has no value: a new page needs something to show
 */
export function addressOf(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\$(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${pattern}: say what $${name} is`);
    return encodeURIComponent(value);
  });
}
