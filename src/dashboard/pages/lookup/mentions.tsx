import type { ModuleFindings } from '../../../features/lookups/routes/shared/v2/finding-schemas.js';
import { Badge, PageAddress } from '../../components/facts.js';
import { States } from './breaches.js';
import { FailedSources, findingsOf } from './details.js';
import { WebLink } from './web-link.js';

/** Public pages that search engines found for an identity. */
export function Mentions({ found, head }: { readonly found: ModuleFindings; readonly head: ModuleFindings }) {
  const findings = findingsOf('webMentions', found, head);
  return (
    <div className="stack">
      {findings.map(({ identity, facts }) =>
        facts?.length ? (
          <section key={identity.value} className="stack">
            {findings.length > 1 && <h2 className="breakable">{identity.value}</h2>}
            <ul className="mention-list">
              {facts.map(({ title, url, snippet, matchConfidence }) => (
                <li key={url} className="mention">
                  <div className="row">
                    <strong className="breakable">
                      <WebLink url={url}>{title || url}</WebLink>
                    </strong>
                    <Badge tone={matchConfidence === 'confirmed' ? 'good' : 'neutral'}>
                      {matchConfidence === 'confirmed' ? 'confirmed' : 'unconfirmed'}
                    </Badge>
                  </div>
                  <p className="small breakable">{snippet}</p>
                  <p className="small muted breakable">
                    <PageAddress url={url} />
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ) : null,
      )}
      <States findings={findings} nothing="Searched: no public page mentions the identity." />
      <FailedSources found={found} modules={['webMentions']} />
    </div>
  );
}
