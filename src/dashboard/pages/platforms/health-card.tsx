import { Facts, StateBadge, Time } from '../../components/facts.js';
import {
  CALIBRATION_WORD,
  DENIAL_WORD,
  HEALTH_WORD,
  milliseconds,
  percent,
  QUERY_TYPE_WORD,
  type QueryTypeHealth,
  sentence,
} from './labels.js';

/** How a platform does with one kind of identity at present. */
export function HealthCard({ health }: { readonly health: QueryTypeHealth }) {
  return (
    <section className="card" aria-label={QUERY_TYPE_WORD[health.queryType]}>
      <h3>{QUERY_TYPE_WORD[health.queryType]}</h3>
      <p className="small">
        <StateBadge {...HEALTH_WORD[health.status]} /> {health.reason && `${sentence(health.reason)} `}
        {HEALTH_WORD[health.status].meaning}
      </p>
      <Facts
        of={{
          'Newest control': health.lastControlAt ? <Time at={health.lastControlAt} /> : 'none yet',
          Answers: health.omissionRate === null ? 'too few checks to say' : `${percent(1 - health.omissionRate)} of recent checks`,
          'Median time': milliseconds(health.medianLatencyMs),
          Evidence: health.strength,
          '“Not registered”': DENIAL_WORD[health.mayDeny],
          'Shown by': CALIBRATION_WORD[health.calibratedBy],
          'Checked live': health.liveChecked ? <Time at={health.liveChecked} dateOnly /> : 'not yet',
        }}
      />
    </section>
  );
}
