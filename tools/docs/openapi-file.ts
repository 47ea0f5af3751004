/** Deep enough for an operation, an answer that they share, or a schema. */
const DEPTH = 3;

/** A document as JSON with a line for each of these, so that a change shows as the lines of what it changes. */
export function openApiFile(document: object): string {
  return `${lines(document, DEPTH, '')}\n`;
}

function lines(value: unknown, depth: number, indent: string): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const parts = Object.entries(value).filter(([, part]) => part !== undefined);
  if (parts.length === 0) return '{}';
  const inner = `${indent}  `;
  return `{\n${parts.map(([name, part]) => `${inner}${JSON.stringify(name)}: ${lines(part, depth - 1, inner)}`).join(',\n')}\n${indent}}`;
}
