/**
 * Whether a page's address asks for the query: such a page shows what it was asked for ("nothing found for …"), which is no
 * mention. A path that names the query is a place of its own.
 */
export function asksFor(url: URL, query: string): boolean {
  const sought = query.trim().toLowerCase();
  return [...url.searchParams].some(([name, value]) => `${name} ${value}`.toLowerCase().includes(sought)) || decoded(url.hash).includes(sought);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}
