import { expect, it } from 'vitest';
import { holdersOf, INVITABLE_ROLES, isAtLeast, ROLES } from '../../../../src/features/accounts/roles.js';

it('a role may do what those below it may, and nothing that needs one above it', () => {
  const allowed = ROLES.map((role) => ROLES.filter((needed) => isAtLeast(role, needed)));
  expect(allowed).toEqual([['member'], ['member', 'admin'], ['member', 'admin', 'owner']]);
});

it('who has at least a role is named in words', () => {
  expect(ROLES.map(holdersOf)).toEqual(['members', 'admins and owners', 'owners']);
});

it('no invitation makes an owner', () => {
  expect(INVITABLE_ROLES).not.toContain('owner');
});
