import type { Route } from '../../src/features/route.js';

const WIDTH = 120;

/** What pages know of operations beside their types: which the log of an account can hold, and which role a member needs. */
export function operationsOfPages(groups: readonly (readonly [string, readonly Route[]])[]): string {
  const restricted = groups.flatMap(([, routes]) => routes).filter(({ role }) => role !== undefined);
  const audited = groups.flatMap(([group, routes]) => {
    const ids = routes.filter(isOfAccountLog).map(({ operationId }) => `'${operationId}'`);
    return ids.length === 0 ? [] : `  '${group}': [\n${filled(ids, '    ')}  ],\n`;
  });
  return `/** Written by \`npm run docs\` from the table of routes (\`src/api/routes.ts\`). */

/** Operations that the audit log of an account can hold, by what they are about. */
export const AUDITED_OPERATIONS = {
${audited.join('')}} as const;

/** The role that a member needs; an operation that is not here serves every member. */
export const ROLE_NEEDED = {
${filled(
  restricted.map(({ operationId, role }) => `${operationId}: '${role}'`),
  '  ',
)}} as const;
`;
}

/** What operators do to platforms, and people to their sessions, concerns no account. */
function isOfAccountLog({ isUnaudited, audiences, path }: Route): boolean {
  return !isUnaudited && (audiences.includes('key') || audiences.includes('member') || path.includes('/:account'));
}

/** Elements in lines that are as full as they can be. */
function filled(elements: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const element of elements) {
    const longer = `${lines.at(-1) ?? indent} ${element},`;
    if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${element},`);
  }
  return lines.map((line) => `${line}\n`).join('');
}
