import { expect, it } from 'vitest';
import { isAtLeast, ROLES } from '../../../../src/features/accounts/roles.js';

it('a role may do what those below it may, and nothing that needs one above it', () => {
  const allowed = ROLES.map((role) => ROLES.filter((needed) => isAtLeast(role, needed)));
  expect(allowed).toEqual([['member'], ['member', 'admin'], ['member', 'admin', 'owner']]);
});
