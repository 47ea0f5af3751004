import { Link } from '@tanstack/react-router';
import { useAccount } from '../../client/account.js';
import { Badge, ExternalLink, StateBadge } from '../../components/facts.js';
import { ControlAccounts } from './control-accounts.js';
import { HealthCard } from './health-card.js';
import { HEALTH_WORD, isProbed, type Platform, QUERY_TYPE_WORD } from './labels.js';

/** A platform in a line; opened, how it does with each kind of identity. */
export function PlatformRow({ platform }: { readonly platform: Platform }) {
  const account = useAccount();
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
                <StateBadge {...HEALTH_WORD[status]} />
              </span>
            ))}
            {!isProbed(platform) && <Badge tone="neutral">Never probed</Badge>}
          </span>
        </summary>
        <div className="platform-details">
          <p className="row">
            <ExternalLink href={platform.homepage} />
            <Link to="/dashboard/$account/platforms/$platform" params={{ account: account.id, platform: platform.platform }}>
              Health over time<span className="visually-hidden"> of {platform.name}</span>
            </Link>
          </p>
          {!isProbed(platform) && (
            <p className="small">
              {platform.sameAccountAs === null ? (
                <>
                  It is never probed. “Registered” follows from a breach record or from an e-mail address that the platform issued; “not
                  registered” is never reported.
                </>
              ) : (
                `Both slugs mean the same account: ${platform.sameAccountAs} is probed instead.`
              )}
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
              {QUERY_TYPE_WORD[queryType]}: its official API is {configured ? 'used' : required ? 'needed' : 'used if configured'} (
              {names.join(', ')} in PLATFORM_KEYS).
            </p>
          ))}
        </div>
      </details>
    </li>
  );
}
