// One chart in the place of one drawing: the same lines in the same colours and dashes, which are read from its legend.

import uPlot from "uplot";
import type { Lane, Line, Timeline } from "../data.ts";
import { write } from "../figures.ts";
import { alone, hasBand, joined, middles } from "./columns.ts";
import { above, behind } from "./paint.ts";
import type { Span } from "./span.ts";

/** Room above the largest figure, for its label, and below for moments: that of the drawings. */
const TOP = 14;
const BELOW = 17;
const WIDTH = 1.8;
const OF_BAND = "26";

/** What a chart tells, and asks. */
export interface Of {
  key: string;
  whole: Span;
  isLast: boolean;
  moved: (place: number | null) => void;
  spanned: (span: Span) => void;
  reset: () => void;
}

/** The chart, put into `into`. */
export function chart(t: Timeline, lane: Lane, figure: HTMLElement, into: HTMLElement, of: Of): uPlot {
  const keys = [...figure.querySelectorAll<SVGElement>(".legend .key .line")];
  const colour = (i: number): string => getComputedStyle(keys[i] ?? figure).stroke;
  const dash = lane.lines.map((_, i) => dashes(getComputedStyle(keys[i] ?? figure).strokeDasharray));
  const drawing = figure.querySelector("svg.plot");
  const height = Number(drawing?.getAttribute("height") ?? 84);
  const columns = lane.lines.map((l) => joined(l.y, t.step, l.gap));
  const lines: uPlot.Series[] = lane.lines.map((l, i) => ({
    label: l.name,
    stroke: () => colour(i),
    dash: dash[i] ?? [],
    width: WIDTH,
    points: { filter: (_u, _s, show) => (show ? null : alone(columns[i] ?? [])), fill: () => colour(i), size: 5 },
  }));
  const banded = lane.lines.flatMap((l, i) => (hasBand(l) ? [i] : []));
  const edges = banded.flatMap((i) => edgesOf(lane.lines[i] as Line, t.step));
  const options: uPlot.Options = {
    width: Math.max(into.clientWidth, 100),
    height,
    padding: [TOP, 0, of.isLast ? BELOW : 1, 0],
    legend: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { time: false, auto: false, min: of.whole.from, max: of.whole.to, range: (_u, min, max) => [min, max] },
      y: { distr: lane.log ? 3 : 1, range: () => [lane.from, lane.to] },
    },
    cursor: {
      y: false,
      sync: { key: of.key },
      drag: { x: true, y: false, dist: 5 },
      points: { size: 7 },
      bind: { dblclick: () => () => (of.reset(), null) },
    },
    series: [{}, ...lines, ...edges.map((): uPlot.Series => ({ width: 0, points: { show: false } }))],
    bands: banded.map((line, i) => {
      const high = 1 + lines.length + 2 * i;
      return { series: [high, high + 1], fill: () => translucent(colour(line)) };
    }),
    hooks: {
      drawClear: [(u) => behind(u, t, lane)],
      draw: [(u) => above(u, lane, of.isLast)],
      setCursor: [(u) => of.moved(u.cursor.idx ?? null)],
      setScale: [
        (u, scale) => {
          const { min, max } = u.scales["x"] ?? {};
          if (scale === "x" && min != null && max != null) of.spanned({ from: min, to: max });
        },
      ],
    },
  };
  return new uPlot(options, [middles(t), ...columns, ...edges] as uPlot.AlignedData, into);
}

/** The largest and the smallest that a line stands for. */
function edgesOf(line: Line, step: number): (number | null | undefined)[][] {
  return [joined(line.high ?? [], step, line.gap), joined(line.low ?? [], step, line.gap)];
}

function dashes(of: string): number[] {
  return of === "none" ? [] : of.split(/[ ,]+/).map(Number.parseFloat).filter(Number.isFinite);
}

/** `rgb(1, 2, 3)` as `#010203` with little ink. */
function translucent(colour: string): string {
  const parts = colour.match(/\d+/g)?.slice(0, 3) ?? [];
  return `#${parts.map((p) => Number(p).toString(16).padStart(2, "0")).join("")}${OF_BAND}`;
}

/** What a line was at a place; nothing where the cursor is nowhere. */
export function reading(lane: Lane, line: number, place: number): string {
  const y = lane.lines[line]?.y[place];
  return y == null ? "\u2013" : write(lane.unit, y);
}
