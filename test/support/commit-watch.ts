/**
 * Recognises COMMIT in what a client of Postgres sends. The driver prepares it once a connection and names it from then on, so
 * the names are remembered.
 */
export function watchCommits(): (bytes: Buffer) => boolean {
  const names = new Set<string>();
  return (bytes) => {
    const text = bytes.toString('latin1');
    const prepared = /([a-z0-9]+)\0commit\0/.exec(text);
    if (prepared?.[1]) names.add(prepared[1]);
    return prepared !== null || [...names].some((name) => text.includes(`\0${name}\0`));
  };
}
