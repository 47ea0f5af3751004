/** Lookups by day, drawn. A part of its own, with d3: it is loaded when there is something to draw. */
import { scaleLinear } from 'd3-scale';
import { Drawing, MARGIN, useTimeAxis } from '../../components/chart-parts.js';
import { counted, formatNumber } from '../../client/format.js';
import type { Sum } from './sums.js';

const HEIGHT = 200;
/** Lines across, at most. */
const LINES = 4;
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

export function Chart({ days }: { readonly days: readonly { readonly day: string; readonly sum: Sum }[] }) {
  const times = days.map(({ day }) => day);
  const { frame, ...axis } = useTimeAxis(times, DAY, days.length > 100 ? 0 : 0.2);
  const most = Math.max(LINES, ...days.map(({ sum }) => sum.lookups));
  const y = scaleLinear([0, most], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(LINES);
  const total = days.reduce((sum, { sum: { lookups } }) => sum + lookups, 0);
  return (
    <div ref={frame} className="charts">
      {axis.width > 0 && (
        <Drawing
          label={`${counted(total, 'lookup')} over ${counted(days.length, 'day')}. The table has the numbers.`}
          axis={axis}
          height={HEIGHT}
          values={y.ticks(LINES).map((value) => [y(value), formatNumber(value)])}
        >
          {days
            .filter(({ sum }) => sum.lookups > 0)
            .map(({ day, sum: { lookups } }) => (
              <rect key={day} className="usage-bar" x={axis.x(day)} width={axis.x.bandwidth()} y={y(lookups)} height={y(0) - y(lookups)}>
                <title>{`${DAY.format(new Date(day))}: ${counted(lookups, 'lookup')}`}</title>
              </rect>
            ))}
        </Drawing>
      )}
    </div>
  );
}
