import { queryOptions, useQuery } from '@tanstack/react-query';
import { traitsOf } from '../../../engine/evaluation/verdict.js';
import { accountKey, type CurrentAccount, useAccount } from '../../client/account.js';
import type { Schemas } from '../../client/api.js';
import { counted } from '../../client/format.js';
import { ErrorNote } from '../../components/controls.js';
import { Facts, Time } from '../../components/facts.js';
import { Loading } from '../../components/list.js';
import { rowKey } from './lookup-store.js';

type Check = {
  readonly platform: string;
  readonly identity: Schemas['IdentityName'];
  readonly state: string;
  readonly reason: Schemas['Omission']['code'] | null;
  readonly fromCache: boolean;
  readonly egress: string | null;
  readonly evidence: {
    readonly status: number | null;
    readonly explanation: string;
    readonly host: string;
    readonly latencyMs: number;
    readonly requests: number;
    readonly controlAt?: string;
  } | null;
};

/** The evidence of all checks, read once for the whole page. */
const evidenceQuery = (account: CurrentAccount, lookupId: string) =>
  queryOptions({
    queryKey: accountKey(account, 'evidence', lookupId),
    queryFn: async () => {
      const { checks } = await account.api.GET('/lookup/{id}/evidence', { params: { path: { id: lookupId } } });
      const byRow = new Map<string, Check[]>();
      for (const check of checks as readonly Check[]) byRow.set(rowKey(check), [...(byRow.get(rowKey(check)) ?? []), check]);
      return byRow;
    },
    staleTime: 60_000,
  });

/** What one answer, or its absence, rests on. */
export function Evidence({
  lookupId,
  of,
}: {
  readonly lookupId: string;
  readonly of: { readonly platform: string; readonly identity: Schemas['IdentityName'] };
}) {
  const { data, error, isFetching, refetch } = useQuery(evidenceQuery(useAccount(), lookupId));
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what="the evidence" />;
  const checks = data.get(rowKey(of));
  if (!checks)
    return (
      <p>
        {isFetching ? 'Loading the evidence…' : 'This result is newer than the evidence on this page. '}
        {!isFetching && (
          <button type="button" className="link" onClick={() => void refetch()}>
            Load it again
          </button>
        )}
      </p>
    );
  return checks.map((check, index) => <CheckFacts key={index} check={check} />);
}

function CheckFacts({ check: { reason, evidence, fromCache, egress } }: { readonly check: Check }) {
  return (
    <Facts
      of={{
        'Reason for no answer': reason !== null && traitsOf(reason).sentence,
        'Based on': evidence?.explanation ?? (reason === null && 'No request was made: this follows from other facts.'),
        'Answered by': evidence?.host,
        'HTTP status': evidence && (evidence.status ?? 'none'),
        Time: evidence && `${Math.round(evidence.latencyMs)} ms, ${counted(evidence.requests, 'request')}`,
        'Control passed': evidence?.controlAt !== undefined && <Time at={evidence.controlAt} />,
        Egress: egress,
        Reused: fromCache && 'from an earlier lookup of this account',
      }}
    />
  );
}
