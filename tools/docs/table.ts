/** Text that Markdown shows as it is, in one cell. */
export const cell = (text: string): string => text.replace(/[<|]/g, (sign) => (sign === '<' ? '&lt;' : '\\|'));

/** A table of Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`)].join('\n');
