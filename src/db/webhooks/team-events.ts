import type { DeliveryTicket } from '../../domain/webhooks/delivery.js';
import { firstKeyOf, hasSubscribedEndpoint, writeEvent } from './event-writer.js';
import type { Run } from './transaction.js';

export interface NewMember {
  readonly accountId: string;
  readonly memberId: string;
  readonly email: string;
  readonly role: string;
  readonly joinedAt: Date;
  /** The key of the request that added the member; null when none did (the dashboard). */
  readonly apiKeyId: string | null;
}

/** Writes `team.member_joined` in the transaction that adds the member. @returns deliveries to start after the commit */
export async function writeMemberJoined(run: Run, member: NewMember): Promise<DeliveryTicket[]> {
  const { accountId, memberId, email, role, joinedAt } = member;
  if (!(await hasSubscribedEndpoint(run, accountId, 'team.member_joined'))) return [];
  return writeEvent(run, {
    type: 'team.member_joined',
    accountId,
    apiKeyId: member.apiKeyId ?? (await firstKeyOf(run, accountId)),
    cause: `team/${accountId}/${memberId}`,
    at: joinedAt,
    data: { memberId, email, role, joinedAt: joinedAt.toISOString() },
  });
}
