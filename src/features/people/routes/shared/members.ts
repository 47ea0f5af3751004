import { z } from 'zod';
import { idText } from '../../../../kernel/http/request-fields.js';
import { shown } from '../../../../kernel/http/shown.js';
import { ROLES } from '../../../accounts/roles.js';
import type { Member } from '../../people.js';

export const timestamp = z.iso.datetime();

export const role = z.enum(ROLES);

export const member = z.strictObject({ id: z.string(), email: z.string(), role, joinedAt: timestamp }).meta({ id: 'Member' });

export const invitation = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    role,
    invitedBy: z.string().describe('Id of the key or member; `operator` for the command line.'),
    createdAt: timestamp,
    expiresAt: timestamp,
    emailedAt: timestamp.nullable().describe('When the e-mail was queued. Null if none is sent, so that somebody has to pass on the link.'),
  })
  .meta({ id: 'Invitation' });

export const id = z.object({ id: idText });

export const common = { scopes: ['account:people'] } as const;

export const members = { audiences: ['member'] } as const;

export const presentMember = (found: Member) => shown(member, { ...found, id: found.memberId });
