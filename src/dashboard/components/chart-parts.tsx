import { useEffect, useRef, useState } from 'react';

/** Of a drawing within its frame, in pixels: room for the numbers at the left and the times below. */
export const MARGIN = { top: 10, right: 4, bottom: 22, left: 58 };
/** Room that a label below the axis needs, in pixels. */
const LABEL_WIDTH = 56;

/** A time below a chart. */
export interface Tick {
  readonly at: string;
  readonly text: string;
}

interface TickOptions {
  readonly format: Intl.DateTimeFormat;
  readonly x: (at: string) => number;
  readonly width: number;
}

/** Labels below the axis: where the text changes, and as many as have room. */
export function ticksOf(times: readonly string[], { format, x, width }: TickOptions): Tick[] {
  const ticks: Tick[] = [];
  let end = 0;
  let previous = '';
  for (const at of times) {
    const text = format.format(new Date(at));
    if (text !== previous && x(at) >= end && x(at) + LABEL_WIDTH <= width) {
      ticks.push({ at, text });
      end = x(at) + LABEL_WIDTH;
    }
    previous = text;
  }
  return ticks;
}

interface AxesProps {
  readonly width: number;
  readonly height: number;
  readonly x: (at: string) => number | undefined;
  readonly ticks: readonly Tick[];
  /** Where the lines are, with their labels. */
  readonly values: readonly (readonly [number, string])[];
}

/** Lines across with their values, and times below. */
export function Axes(props: AxesProps) {
  return (
    <g className="axes">
      {props.values.map(([y, text]) => (
        <g key={text}>
          <line x1={MARGIN.left} x2={props.width - MARGIN.right} y1={y} y2={y} />
          <text x={MARGIN.left - 8} y={y} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {props.ticks.map(({ at, text }) => (
        <text key={at} x={props.x(at)} y={props.height - 6}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** The width of an element, as it is and becomes. */
export function useWidth() {
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
