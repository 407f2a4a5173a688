// Readings as columns of a chart: which neighbours are joined by a line, and which stand alone.

import type { Line, Timeline } from "../data.ts";

/** For uPlot: a `null` breaks the line, an `undefined` is passed over. */
export type Column = (number | null | undefined)[];

/** The middle of each stretch of time; the last may reach beyond the end. */
export function middles(t: Timeline): number[] {
  return Array.from({ length: t.count }, (_, i) => Math.min(t.from + (i + 0.5) * t.step, t.to));
}

/** Values with what lies between them: readings no further apart than the gap of their line are joined. */
export function joined(values: (number | null)[], step: number, gap: number): Column {
  const column: Column = values.slice();
  let before = -1;
  values.forEach((v, i) => {
    if (v === null) return;
    if (before >= 0 && (i - before) * step <= gap + 1e-9) column.fill(undefined, before + 1, i);
    before = i;
  });
  return column;
}

/** Places of readings that no line leads to or from. */
export function alone(column: Column): number[] {
  const has = (i: number, way: number): boolean => {
    let at = i + way;
    while (column[at] === undefined && at >= 0 && at < column.length) at += way;
    return typeof column[at] === "number";
  };
  return column.flatMap((v, i) => (typeof v === "number" && !has(i, -1) && !has(i, 1) ? [i] : []));
}

/** Whether a line has a band around it. */
export function hasBand(line: Line): boolean {
  return line.low !== undefined && line.high !== undefined;
}
