import { useParams } from '@tanstack/react-router';
import { PageLink } from '../components/links.js';
import { DISPUTED_DAYS } from '../../engine/controls/platform-health.js';
import { useRead } from '../client/reading.js';
import { CodeBlock, ExternalLink, Time } from '../components/facts.js';
import { EmptyState, Page, Section } from '../components/page.js';
import { QueryResult } from '../components/list.js';
import { HealthCard } from './platforms/health-card.js';
import { Legend, OverTime } from './platforms/over-time.js';
import { type PlatformHealth, sentence } from './platforms/labels.js';

/** One platform: its state and why, and its controls and answers over time. */
export function PlatformPage() {
  const { platform: slug } = useParams({ from: '/signed-in/dashboard/$account/platforms/$platform' });
  const query = useRead(['platforms', slug], (api) => api.GET('/platforms/{slug}', { params: { path: { slug } } }));
  if (query.data) return <PlatformDetails platform={query.data} />;
  return (
    <Page title="Platform" intro={<BackToPlatforms />}>
      <QueryResult query={query} what="the platform" missing="The catalogue has no such platform. It may have been removed." />
    </Page>
  );
}

const BackToPlatforms = () => <PageLink to="/dashboard/$account/platforms">All platforms</PageLink>;

function PlatformDetails({ platform }: { readonly platform: PlatformHealth }) {
  const { name, homepage, health, history } = platform;
  const isProbed = health.length > 0;
  return (
    <Page
      title={name}
      intro={
        <>
          <BackToPlatforms /> · <ExternalLink href={homepage} />
        </>
      }
    >
      <PlatformNotes platform={platform} />
      {isProbed && (
        <Section title="Now">
          <div className="cards">
            {health.map((each) => (
              <HealthCard key={each.queryType} health={each} />
            ))}
          </div>
        </Section>
      )}
      <Section
        title="Over time"
        intro={isProbed && 'Its latest controls: requests for accounts that exist, and for identities that cannot exist.'}
      >
        {history.length > 0 ? (
          <>
            <Legend />
            {history.map((each) => (
              <OverTime key={`${each.queryType} ${each.egressPool}`} history={each} />
            ))}
          </>
        ) : isProbed ? (
          <EmptyState title="No control has run yet">
            <p>
              Controls run as soon as lookups probe the platform, and the last fifty are then shown here. An operator can run one now with
              this command:
            </p>
            <CodeBlock
              label={`Command for ${name}`}
              text={`npx footprint operate platform calibrate ${platform.platform}`}
              copy="Copy the command"
            />
          </EmptyState>
        ) : (
          <EmptyState title="Never probed">
            <p>
              {platform.sameAccountAs === null
                ? 'Accounts there are inferred from an e-mail address at the platform or from a breach record, so there is ' +
                  'nothing to measure.'
                : `Both slugs mean the same account: ${platform.sameAccountAs} is probed instead.`}
            </p>
          </EmptyState>
        )}
      </Section>
    </Page>
  );
}

/** What keeps a platform from being used, and why. */
function PlatformNotes({ platform: { disabled, disputes } }: { readonly platform: PlatformHealth }) {
  return (
    <>
      {disabled && (
        <div className="note note-warn">
          <h2 className="small">Disabled</h2>
          <p>
            It has not been probed since <Time at={disabled.since} />. {sentence(disabled.reason)}
          </p>
        </div>
      )}
      {disputes > 0 && (
        <div className="note">
          <h2 className="small">Disputed</h2>
          <p>
            {disputes === 1 ? 'One result' : `${disputes} results`} of the last {DISPUTED_DAYS} days {disputes === 1 ? 'was' : 'were'} said
            to be wrong. Its controls decide whether its answers count.
          </p>
        </div>
      )}
    </>
  );
}
