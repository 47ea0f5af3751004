/** Requests as commands for a shell. The key is a placeholder: none is ever in a page. */

/** A text as one word of a POSIX shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** @param path as keys use it, below the address of the service */
export function curlOf(path: string, options: { readonly body?: unknown; readonly headers?: readonly string[] } = {}): string {
  const { body, headers = [] } = options;
  return [
    `curl -s ${shellWord(`${window.location.origin}${path}`)}`,
    `-H "Authorization: Bearer $FOOTPRINT_API_KEY"`,
    ...headers.map((header) => `-H ${shellWord(header)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellWord(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}
