/** Charts of an endpoint's deliveries. A part of its own, with d3: it is loaded when there is something to draw. */
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { Drawing, MARGIN, type TimeAxis, useTimeAxis } from '../../components/chart-parts.js';
import { type Interval, milliseconds } from './labels.js';

const HEIGHT = 150;
const TIMES_HEIGHT = 110;
const HOUR = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const DAY_UTC = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

const STATES = ['delivered', 'pending', 'failed'] as const;

/** Deliveries by state, and how long receivers took, one above the other on the same axis of time. */
export function Chart({ intervals, isByHour }: { readonly intervals: readonly Interval[]; readonly isByHour: boolean }) {
  const format = !isByHour ? DAY_UTC : intervals.length <= 24 ? HOUR : DAY;
  const times = intervals.map(({ from }) => from);
  const { frame, ...axis } = useTimeAxis(times, format, 0.2);
  return (
    <div ref={frame} className="charts">
      {axis.width > 0 && (
        <>
          <Deliveries intervals={intervals} axis={axis} />
          <ul className="legend">
            {STATES.map((state) => (
              <li key={state}>
                <svg width="12" height="12" aria-hidden="true">
                  <rect className={`bar-${state}`} width="12" height="12" rx="2" />
                </svg>
                {state}
              </li>
            ))}
          </ul>
          <Times intervals={intervals} axis={axis} />
          <ul className="legend">
            <li>
              <svg width="16" height="12" aria-hidden="true">
                <path className="line-median" d="M0 6H16" />
              </svg>
              median response time
            </li>
            <li>
              <svg width="16" height="12" aria-hidden="true">
                <rect className="area-p95" width="16" height="12" rx="2" />
              </svg>
              95 % within
            </li>
          </ul>
        </>
      )}
    </div>
  );
}

interface PartProps {
  readonly intervals: readonly Interval[];
  readonly axis: TimeAxis;
}

function Deliveries({ intervals, axis }: PartProps) {
  const most = Math.max(4, ...intervals.map(({ delivered, failed, pending }) => delivered + failed + pending));
  const y = scaleLinear([0, most], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(4);
  const sum = (state: (typeof STATES)[number]) => intervals.reduce((total, each) => total + each[state], 0);
  const counts = (['delivered', 'failed', 'pending'] as const).map((state) => `${sum(state)} ${state}`).join(', ');
  return (
    <Drawing
      label={`Deliveries over time: ${counts}. The table has the numbers.`}
      axis={axis}
      height={HEIGHT}
      values={y.ticks(4).map((value) => [y(value), value.toLocaleString()])}
    >
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hatch-ground" width="5" height="5" />
          <rect className="hatch-line" width="2.5" height="5" />
        </pattern>
      </defs>
      {intervals.map((each) => {
        let below = 0;
        return (
          <g key={each.from}>
            {STATES.map((state) => {
              if (each[state] === 0) return null;
              const [bottom, top] = [y(below), y(below + each[state])];
              below += each[state];
              return (
                <rect
                  key={state}
                  className={`bar-${state}`}
                  x={axis.x(each.from)}
                  width={axis.x.bandwidth()}
                  y={top}
                  height={bottom - top}
                />
              );
            })}
            <title>{`${each.delivered} delivered, ${each.failed} failed, ${each.pending} pending`}</title>
          </g>
        );
      })}
    </Drawing>
  );
}

function Times({ intervals, axis }: PartProps) {
  const slowest = Math.max(50, ...intervals.map(({ p95Ms }) => p95Ms ?? 0));
  const y = scaleLinear([0, slowest], [TIMES_HEIGHT - MARGIN.bottom, MARGIN.top]).nice(3);
  const middle = ({ from }: Interval) => (axis.x(from) ?? 0) + axis.x.bandwidth() / 2;
  const known = (each: Interval) => each.medianMs !== null && each.p95Ms !== null;
  const band = area<Interval>(middle, y(0), ({ p95Ms }) => y(p95Ms ?? 0)).defined(known);
  const median = line<Interval>(middle, ({ medianMs }) => y(medianMs ?? 0)).defined(known);
  return (
    <Drawing
      label="Response times. The table has the numbers."
      axis={axis}
      height={TIMES_HEIGHT}
      values={y.ticks(3).map((value) => [y(value), milliseconds(value)])}
    >
      <path className="area-p95" d={band(intervals) ?? ''} />
      <path className="line-median" d={median(intervals) ?? ''} />
      {intervals.filter(known).map((each) => (
        <circle key={each.from} className="dot-median" cx={middle(each)} cy={y(each.medianMs ?? 0)} r={2.5}>
          <title>{`median ${milliseconds(each.medianMs)}, 95 % within ${milliseconds(each.p95Ms)}`}</title>
        </circle>
      ))}
    </Drawing>
  );
}
