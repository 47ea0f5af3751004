/** Lookups by day, drawn. A part of its own, with d3: it is loaded when there is something to draw. */
import { scaleBand, scaleLinear } from 'd3-scale';
import { Axes, MARGIN, ticksOf, useWidth } from '../../components/chart-parts.js';
import { counted, formatNumber } from '../../client/format.js';
import type { Sum } from './sums.js';

const HEIGHT = 200;
/** Lines across, at most. */
const LINES = 4;
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

export function Chart({ days }: { readonly days: readonly { readonly day: string; readonly sum: Sum }[] }) {
  const [frame, width] = useWidth();
  const x = scaleBand()
    .domain(days.map(({ day }) => day))
    .range([MARGIN.left, width - MARGIN.right])
    .padding(days.length > 100 ? 0 : 0.2);
  const most = Math.max(LINES, ...days.map(({ sum }) => sum.lookups));
  const y = scaleLinear([0, most], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(LINES);
  const ticks = ticksOf(
    days.map(({ day }) => day),
    { format: DAY, x: (at) => x(at) ?? 0, width },
  );
  const total = days.reduce((sum, { sum: { lookups } }) => sum + lookups, 0);
  return (
    <div ref={frame} className="charts usage-chart">
      {width > 0 && (
        <svg
          role="img"
          width={width}
          height={HEIGHT}
          aria-label={`${counted(total, 'lookup')} over ${counted(days.length, 'day')}. The table has the numbers.`}
        >
          <Axes width={width} height={HEIGHT} x={x} ticks={ticks} values={y.ticks(LINES).map((value) => [y(value), formatNumber(value)])} />
          {days
            .filter(({ sum }) => sum.lookups > 0)
            .map(({ day, sum: { lookups } }) => (
              <rect key={day} className="usage-bar" x={x(day)} width={x.bandwidth()} y={y(lookups)} height={y(0) - y(lookups)}>
                <title>{`${DAY.format(new Date(day))}: ${counted(lookups, 'lookup')}`}</title>
              </rect>
            ))}
        </svg>
      )}
    </div>
  );
}
