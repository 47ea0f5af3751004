import { Badge } from '../../components/badge.js';
import { Time } from '../../components/time.js';
import { DENIAL_WORD, HEALTH_WORD, percent, QUERY_TYPE_WORD, type QueryTypeHealth, sentence } from './words.js';

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
        <dt>Newest control</dt>
        <dd>{health.lastControlAt ? <Time at={health.lastControlAt} /> : 'none yet'}</dd>
        <dt>Answers</dt>
        <dd>{health.omissionRate === null ? 'too few checks to say' : `${percent(1 - health.omissionRate)} of recent checks`}</dd>
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
