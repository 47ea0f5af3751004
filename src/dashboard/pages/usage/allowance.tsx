import { PageLink } from '../../components/links.js';
import { ALERT_PERCENTS, PLAN, readsOfV2PerMinute } from '../../../features/accounts/plans.js';
import type { Schemas } from '../../client/api.js';
import { formatAmount, formatNumber } from '../../client/format.js';
import { Badge, Facts, Time } from '../../components/facts.js';

type Account = Schemas['Account'];

const PLAN_WORDS: Readonly<Record<Account['plan'], string>> = {
  free_trial: 'Free trial',
  growth: 'Growth',
  higher_volume: 'Higher volume',
  credit: 'Credit',
};
const LAST_PERCENT = ALERT_PERCENTS[ALERT_PERCENTS.length - 1];

/** What the plan allows, what is used of it, and when somebody is told. */
export function Allowance({ about }: { readonly about: Account }) {
  const { plan, unit, allowance, used, sharedBy, balanceMillicents, renewsAt } = about;
  const share = allowance === null ? null : allowance === 0 ? 100 : (used / allowance) * 100;
  return (
    <div className="cards usage-cards">
      <section className="card" aria-labelledby="usage-allowance">
        <h2 id="usage-allowance">{unit === 'millicents' ? 'Balance' : 'Allowance'}</h2>
        <p>
          <span className="figure">{unit === 'millicents' ? formatAmount(balanceMillicents ?? 0, unit) : formatNumber(used)}</span>{' '}
          <span className="muted">
            {unit === 'millicents'
              ? `left; ${formatAmount(used, unit)} used in this period`
              : allowance === null
                ? 'lookups used in this period; your plan has no limit'
                : `of ${formatAmount(allowance, unit)} used`}
          </span>
        </p>
        {share !== null && <Meter share={share} />}
        <p className="small muted">
          {renewsAt !== null ? (
            <>
              Renewed on <Time at={renewsAt} dateOnly />.
            </>
          ) : unit === 'millicents' ? (
            'The operator tops up the balance.'
          ) : (
            'The allowance is not renewed.'
          )}
          {sharedBy > 1 && ` Shared by ${sharedBy} accounts: the lookups of all of them count.`}
        </p>
      </section>
      <section className="card" aria-labelledby="usage-limits">
        <h2 id="usage-limits">Limits</h2>
        <Facts
          of={{
            Plan: PLAN_WORDS[plan],
            Requests: `${formatNumber(PLAN[plan].requestsPerMinute)} per minute, for each key and person`,
            'Reads of lookups': `${formatNumber(readsOfV2PerMinute(plan))} per minute, counted separately`,
          }}
        />
      </section>
      <section className="card" aria-labelledby="usage-alerts">
        <h2 id="usage-alerts">Alerts</h2>
        {share === null ? (
          <p className="muted">Your plan has no limit, so there are no alerts.</p>
        ) : (
          <ul className="plain-list">
            {ALERT_PERCENTS.map((percent) => (
              <li key={percent} className="row">
                <span>At {percent} %</span>
                {share >= percent ? (
                  <Badge tone={percent === LAST_PERCENT ? 'bad' : 'warn'}>Reached</Badge>
                ) : (
                  <Badge tone="neutral">Not reached</Badge>
                )}
              </li>
            ))}
          </ul>
        )}
        <p className="small muted">
          Each alert is sent once per period, as the event <code>usage.threshold_reached</code>, to your{' '}
          <PageLink to="/dashboard/$account/webhooks">webhooks</PageLink>.
        </p>
      </section>
    </div>
  );
}

function Meter({ share }: { readonly share: number }) {
  const percent = Math.min(100, share);
  const [warns = 100] = ALERT_PERCENTS;
  const tone = share >= 100 ? 'usage-meter-bad' : share >= warns ? 'usage-meter-warn' : '';
  return (
    <div
      className="meter"
      role="meter"
      aria-label="Used of the allowance"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
      aria-valuetext={`${Math.floor(share)} %`}
    >
      <div className={tone} style={{ width: `${percent}%` }} />
    </div>
  );
}
