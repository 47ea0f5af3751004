import { LookupLink } from '../../components/links.js';
import { KIND_WORDS, LEVEL_WORDS } from '../../../features/lookups/report/labels.js';
import type { Schemas } from '../../client/api.js';
import { counted, formatNumber } from '../../client/format.js';
import { Badge, Time } from '../../components/facts.js';

export type ListedLookup = Schemas['ListedLookup'];

export const CHECK_WORDS: Readonly<Record<ListedLookup['kind'], string>> = {
  lookup: 'Lookup',
  email: 'E-mail check',
  phone: 'Phone check',
  ip: 'IP check',
};

/** Lookups with what each is about, and how it stands. */
export function LookupRows({
  lookups,
  nameOf = () => null,
}: {
  readonly lookups: readonly ListedLookup[];
  /** Who asked: the name of a key or the address of a member. */
  readonly nameOf?: (id: string) => string | null;
}) {
  return (
    <ul className="lookup-rows">
      {lookups.map((lookup) => {
        const { lookupId, identities, kind, status, risk, matches, platformsChecked, createdAt, apiKeyId, test } = lookup;
        const who = nameOf(apiKeyId);
        return (
          <li key={lookupId} className="lookup-row">
            <div className="lookup-row-main">
              <LookupLink id={lookupId} className="breakable">
                {identities.map(({ value }) => value).join(', ')}
              </LookupLink>
              <p className="small muted breakable">
                {kind === 'lookup' ? identities.map(({ type }) => KIND_WORDS[type]).join(', ') : CHECK_WORDS[kind]}
                {who !== null && ` · by ${who}`}
                {test && ' · test'}
              </p>
            </div>
            <p className="lookup-row-state">
              {status === 'processing' ? (
                <Badge tone="info">Under way</Badge>
              ) : kind === 'lookup' ? (
                <Matches matches={matches} platformsChecked={platformsChecked} />
              ) : (
                <span className="muted">Finished</span>
              )}
              {risk && (
                <>
                  {' '}
                  <RiskNote risk={risk} />
                </>
              )}
            </p>
            <p className="small muted lookup-row-time">
              <Time at={createdAt} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const RISK_TONE = { insufficient: 'neutral', low: 'good', medium: 'warn', high: 'bad', critical: 'bad' } as const;

/** The risk at the finish. */
function RiskNote({ risk: { score, level } }: { readonly risk: NonNullable<ListedLookup['risk']> }) {
  if (score === null) return null;
  return (
    <Badge tone={RISK_TONE[level]}>
      risk {score}
      <span className="visually-hidden"> of 100, {LEVEL_WORDS[level]}</span>
    </Badge>
  );
}

/** On how many of the platforms that answered somebody is registered. */
export function Matches({ matches, platformsChecked }: Pick<ListedLookup, 'matches' | 'platformsChecked'>) {
  if (platformsChecked === 0) return <span className="muted">No platform answered</span>;
  return (
    <>
      <strong>{formatNumber(matches)}</strong> <span className="muted">of {counted(platformsChecked, 'platform')}</span>
    </>
  );
}
