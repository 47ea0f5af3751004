import type { Route } from '../../src/kernel/http/route.js';

const WIDTH = 140;

/** What pages know of operations beside their types: which the log of an account can hold, and which role a member needs. */
export function operationsOfPages(groups: readonly (readonly [string, readonly Route[]])[]): string {
  const roles = groups
    .flatMap(([, routes]) => routes)
    .flatMap(({ operationId, role }) => (role === undefined ? [] : `  ${operationId}: '${role}',\n`));
  const audited = groups.flatMap(([group, routes]) => {
    const ids = routes.filter(isOfAccountLog).map(({ operationId }) => `'${operationId}'`);
    return ids.length === 0 ? [] : listed(/\W/.test(group) ? `'${group}'` : group, ids);
  });
  return `/** Written by \`npm run docs\` from the table of routes (\`src/main/http/routes.ts\`). */

/** Operations that the audit log of an account can hold, by what they are about. */
export const AUDITED_OPERATIONS = {
${audited.join('')}} as const;

/** The role that a member needs; an operation that is not here serves every member. */
export const ROLE_NEEDED = {
${roles.join('')}} as const;
`;
}

/** What operators do to platforms, and people to their sessions, concerns no account. */
function isOfAccountLog({ isUnaudited, audiences, path }: Route): boolean {
  return !isUnaudited && (audiences.includes('key') || audiences.includes('member') || path.includes('/:account'));
}

/** A property as the formatter breaks it. */
function listed(name: string, ids: readonly string[]): string {
  const line = `  ${name}: [${ids.join(', ')}],\n`;
  return line.length <= WIDTH + 1 ? line : `  ${name}: [\n${ids.map((id) => `    ${id},\n`).join('')}  ],\n`;
}
