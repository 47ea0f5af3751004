import { Badge } from '../../components/badge.js';
import { ExternalLink } from '../../components/external-link.js';
import { Time } from '../../components/time.js';
import { ControlAccounts } from './control-accounts.js';
import { DENIAL_WORD, HEALTH_WORD, isAsked, type Platform, QUERY_TYPE_WORD, type QueryTypeHealth } from './words.js';

/** A platform in a line; opened, how it does with each kind of identity. */
export function PlatformRow({ platform }: { readonly platform: Platform }) {
  return (
    <li>
      <details className="platform">
        <summary>
          <span className="platform-name">
            <span className="breakable">{platform.name}</span>
            <span className="small muted breakable">{platform.platform}</span>
          </span>
          <span className="platform-health">
            {platform.health.map(({ queryType, status }) => (
              <span key={queryType} className="platform-state">
                <span className="small muted">{QUERY_TYPE_WORD[queryType]}</span>
                <Badge tone={HEALTH_WORD[status].tone}>{HEALTH_WORD[status].word}</Badge>
              </span>
            ))}
            {!isAsked(platform) && <Badge tone="neutral">Never asked</Badge>}
          </span>
        </summary>
        <div className="platform-details">
          <p>
            <ExternalLink href={platform.homepage} />
          </p>
          {!isAsked(platform) && (
            <p className="small">
              Nothing asks it. “Registered” follows from a breach of it, or from an e-mail address that it gave out; “not registered” is
              never said.
            </p>
          )}
          <div className="cards">
            {platform.health.map((health) => (
              <HealthCard key={health.queryType} health={health} />
            ))}
          </div>
          {platform.health.some(({ mayDeny }) => mayDeny === 'with_control_account') && <ControlAccounts platform={platform} />}
          {platform.tags.length > 0 && <p className="small muted">Tags: {platform.tags.join(', ')}</p>}
          {platform.keys.map(({ queryType, names, required, configured }) => (
            <p key={queryType} className="small">
              {QUERY_TYPE_WORD[queryType]}: its official interface is {configured ? 'used' : required ? 'needed' : 'used if configured'} (
              {names.join(', ')} in PLATFORM_KEYS).
            </p>
          ))}
        </div>
      </details>
    </li>
  );
}

function HealthCard({ health }: { readonly health: QueryTypeHealth }) {
  const { word, tone, meaning } = HEALTH_WORD[health.status];
  return (
    <section className="card" aria-label={QUERY_TYPE_WORD[health.queryType]}>
      <h3>{QUERY_TYPE_WORD[health.queryType]}</h3>
      <p className="small">
        <Badge tone={tone}>{word}</Badge> {health.reason && `${sentence(health.reason)} `}
        {meaning}
      </p>
      <dl className="facts">
        <dt>Newest control</dt>
        <dd>{health.lastControlAt ? <Time at={health.lastControlAt} /> : 'none yet'}</dd>
        <dt>Answers</dt>
        <dd>
          {health.omissionRate === null ? 'too few checks to say' : `${Math.round((1 - health.omissionRate) * 100)} % of recent checks`}
        </dd>
        <dt>Median time</dt>
        <dd>{health.medianLatencyMs === null ? '–' : `${Math.round(health.medianLatencyMs)} ms`}</dd>
        <dt>Evidence</dt>
        <dd>{health.strength}</dd>
        <dt>“Not registered”</dt>
        <dd>{DENIAL_WORD[health.mayDeny]}</dd>
        <dt>Checked live</dt>
        <dd>{health.liveChecked ? <Time at={health.liveChecked} dateOnly /> : 'not yet'}</dd>
      </dl>
    </section>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
