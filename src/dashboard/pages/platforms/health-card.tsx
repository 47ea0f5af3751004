import { Badge } from '../../components/badge.js';
import { Fact } from '../../components/fact.js';
import { Time } from '../../components/time.js';
import { CALIBRATION_WORD, DENIAL_WORD, HEALTH_WORD, percent, QUERY_TYPE_WORD, type QueryTypeHealth, sentence } from './labels.js';

/** How a platform does with one kind of identity at present. */
export function HealthCard({ health }: { readonly health: QueryTypeHealth }) {
  const { word, tone, meaning } = HEALTH_WORD[health.status];
  return (
    <section className="card" aria-label={QUERY_TYPE_WORD[health.queryType]}>
      <h3>{QUERY_TYPE_WORD[health.queryType]}</h3>
      <p className="small">
        <Badge tone={tone}>{word}</Badge> {health.reason && `${sentence(health.reason)} `}
        {meaning}
      </p>
      <dl className="facts">
        <Fact label="Newest control">{health.lastControlAt ? <Time at={health.lastControlAt} /> : 'none yet'}</Fact>
        <Fact label="Answers">
          {health.omissionRate === null ? 'too few checks to say' : `${percent(1 - health.omissionRate)} of recent checks`}
        </Fact>
        <Fact label="Median time">{health.medianLatencyMs === null ? '–' : `${Math.round(health.medianLatencyMs)} ms`}</Fact>
        <Fact label="Evidence">{health.strength}</Fact>
        <Fact label="“Not registered”">{DENIAL_WORD[health.mayDeny]}</Fact>
        <Fact label="Shown by">{CALIBRATION_WORD[health.calibratedBy]}</Fact>
        <Fact label="Checked live">{health.liveChecked ? <Time at={health.liveChecked} dateOnly /> : 'not yet'}</Fact>
      </dl>
    </section>
  );
}
