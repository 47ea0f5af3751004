/**
 * Whether a page's URL has the query in its parameters or fragment: such a page echoes its input ("nothing found for …"), which is no
 * mention. A path that names the query is a page of its own.
 */
export function urlEchoesQuery(url: URL, query: string): boolean {
  const sought = query.trim().toLowerCase();
  return (
    [...url.searchParams].some(([name, value]) => `${name} ${value}`.toLowerCase().includes(sought)) || decoded(url.hash).includes(sought)
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}
