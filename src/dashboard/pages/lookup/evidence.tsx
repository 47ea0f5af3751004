import { Loading } from '../../components/page.js';
import { traitsOf } from '../../../engine/evaluation/verdict.js';
import type { Schemas } from '../../client/api.js';
import { useRead } from '../../client/reading.js';
import { counted } from '../../client/format.js';
import { ErrorNote } from '../../components/controls.js';
import { Facts, Time } from '../../components/facts.js';
import { rowKey } from './lookup-store.js';

const STALE_MS = 60_000;

type Check = Schemas['EvidenceCheck'];

/** What one answer, or its absence, rests on. The evidence of all checks is read once for the whole page. */
export function Evidence({ lookupId, of }: { readonly lookupId: string; readonly of: Pick<Check, 'platform' | 'identity'> }) {
  const params = { path: { id: lookupId } };
  const { data, error, isFetching, refetch } = useRead(['evidence', lookupId], (api) => api.GET('/lookup/{id}/evidence', { params }), {
    staleTime: STALE_MS,
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what="the evidence" />;
  const checks = data.checks.filter((check) => check.platform === of.platform && rowKey(check) === rowKey(of));
  if (checks.length === 0)
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
