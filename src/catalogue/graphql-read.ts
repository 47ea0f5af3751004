/** Distinguishes GraphQL queries (reads) from all other operations. GraphQL specification, October 2021, section 2. */

/** Kinds of the operations in a document (`query` for the short form); fragments are left out. Null: unreadable. */
export function graphqlOperations(document: string): string[] | null {
  const bare = document
    .replace(/"""(?:\\"""|[\s\S])*?"""/g, '""')
    .replace(/"(?:\\.|[^"\\\n])*"/g, '""')
    .replace(/#[^\n\r]*/g, '');
  // GraphQL never has two opening braces in a row: such a text is a template of another language, whose result is unknown.
  if (/\{\s*\{/.test(bare)) return null;
  const kinds: string[] = [];
  let depth = 0;
  let named = false; // the kind of the current definition is known
  for (const token of bare.match(/[{}()]|[A-Za-z_][A-Za-z0-9_]*/g) ?? []) {
    if (token === '{' || token === '(') {
      if (depth === 0 && !named) {
        if (token === '(') return null;
        kinds.push('query');
        named = true;
      }
      depth += 1;
    } else if (token === '}' || token === ')') {
      depth -= 1;
      if (depth < 0) return null;
      if (depth === 0 && token === '}') named = false;
    } else if (depth === 0 && !named) {
      if (token !== 'fragment') kinds.push(token);
      named = true;
    }
  }
  return depth === 0 ? kinds : null;
}

/** True when the document holds operations and all of them are queries. */
export function readsOnly(document: string): boolean {
  const operations = graphqlOperations(document);
  return operations !== null && operations.length > 0 && operations.every((kind) => kind === 'query');
}
