/** Roles that an invitation can give: owners are made of members, as a link that is forwarded must not give an account away. */
export const INVITABLE_ROLES = ['member', 'admin'] as const;
/** Roles of a member, each with what the one before may do. */
export const ROLES = [...INVITABLE_ROLES, 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role is at least another one. */
export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

const LIST = new Intl.ListFormat('en-GB');
/** Members with at least a role, as the subject of a sentence: “admins and owners”; with the lowest all are, who are just “members”. */
export const holdersOf = (least: Role): string =>
  least === ROLES[0] ? 'members' : LIST.format(ROLES.filter((role) => isAtLeast(role, least)).map((role) => `${role}s`));
