/** What charts over time share. */
import { scaleBand } from 'd3-scale';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Of a drawing within its frame, in pixels: room for the numbers at the left and the times below. */
export const MARGIN = { top: 10, right: 4, bottom: 22, left: 58 };
/** Room that a label below the axis needs, in pixels. */
const LABEL_WIDTH = 56;

/** The times of a chart across the width of its frame, as it is and becomes; labels where the text changes, as many as have room. */
export function useTimeAxis(times: readonly string[], format: Intl.DateTimeFormat, padding: number) {
  const [frame, width] = useWidth();
  const x = scaleBand()
    .domain(times)
    .range([MARGIN.left, width - MARGIN.right])
    .padding(padding);
  const ticks: { at: string; text: string }[] = [];
  let end = 0;
  let previous = '';
  for (const at of times) {
    const text = format.format(new Date(at));
    const start = x(at) ?? 0;
    if (text !== previous && start >= end && start + LABEL_WIDTH <= width) {
      ticks.push({ at, text });
      end = start + LABEL_WIDTH;
    }
    previous = text;
  }
  return { frame, width, x, ticks };
}

export type TimeAxis = Omit<ReturnType<typeof useTimeAxis>, 'frame'>;

interface DrawingProps {
  readonly label: string;
  readonly axis: TimeAxis;
  readonly height: number;
  /** Where the lines across are, with their labels. */
  readonly values: readonly (readonly [number, string])[];
  readonly children: ReactNode;
}

/** A drawing over lines across with their values, and times below. */
export function Drawing({ label, axis: { width, x, ticks }, height, values, children }: DrawingProps) {
  return (
    <svg role="img" width={width} height={height} aria-label={label}>
      <g className="axes">
        {values.map(([y, text]) => (
          <g key={text}>
            <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y} y2={y} />
            <text x={MARGIN.left - 8} y={y} dy="0.32em" textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {ticks.map(({ at, text }) => (
          <text key={at} x={x(at)} y={height - 6}>
            {text}
          </text>
        ))}
      </g>
      {children}
    </svg>
  );
}

/** The width of an element, as it is and becomes. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}
