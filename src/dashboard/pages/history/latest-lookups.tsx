import { PageLink } from '../../components/links.js';
import { curlOf } from '../../client/curl.js';
import { useRead } from '../../client/reading.js';
import { CodeBlock } from '../../components/facts.js';
import { ErrorNote } from '../../components/controls.js';
import { EmptyState } from '../../components/page.js';
import { LookupRows } from './lookup-rows.js';

const SHOWN = 5;

/** The newest lookups; for an account without any, how the first one is made. */
export function LatestLookups() {
  const { data, error, refetch } = useRead(['lookups', 'latest'], (api) => api.POST('/lookups/search', { body: { limit: SHOWN } }));
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.lookups.length === 0) return <FirstLookup />;
  return (
    <section className="stack">
      <div className="row section-head">
        <h2>Latest</h2>
        <PageLink to="/dashboard/$account/lookups">All lookups</PageLink>
      </div>
      <LookupRows lookups={data.lookups} />
    </section>
  );
}

export function FirstLookup() {
  return (
    <EmptyState title="No lookups yet">
      <p>Enter an identity above, or send one from your program. This list shows the lookups of everyone in the account.</p>
      <CodeBlock label="A lookup with curl" text={curlOf('/v2/lookup', { body: { identities: { emails: ['ada@example.com'] } } })} />
    </EmptyState>
  );
}
