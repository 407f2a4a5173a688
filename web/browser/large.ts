// A page with as many points as one likes: that of a run, with its readings repeated over as many shorter stretches of the same time.

import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Line, PageData, Timeline } from "../src/data.ts";

const DATA = /(id="page-data">)"([^"]*)"/;

export interface Large {
  file: string;
  /** Places for readings: of all lines in all charts. */
  points: number;
  /** Stretches of time, each a place in every line. */
  stretches: number;
}

/** The page as it is. */
export function asMade(file: string): Large {
  return { file, ...counted(dataOf(file).timeline) };
}

/** Writes a page with so many stretches of time beside it. */
export function large(file: string, stretches: number): Large {
  const data = dataOf(file);
  stretch(data.timeline, stretches);
  const to = file.replace(/\.html$/, `.${stretches}.html`);
  const text = gzipSync(JSON.stringify(data), { level: 9 }).toString("base64");
  writeFileSync(to, readFileSync(file, "utf8").replace(DATA, (_all, before: string) => `${before}"${text}"`));
  return { file: to, ...counted(data.timeline) };
}

function dataOf(file: string): PageData & { timeline: Timeline } {
  const packed = DATA.exec(readFileSync(file, "utf8"))?.[2];
  if (!packed) throw new Error(`${file} has no data`);
  const data = JSON.parse(gunzipSync(Uint8Array.from(Buffer.from(packed, "base64"))).toString()) as PageData;
  if (!data.timeline) throw new Error(`${file} has no timeline`);
  return { ...data, timeline: data.timeline };
}

const linesOf = (t: Timeline): Line[] => t.lanes.flatMap((lane) => lane.lines);

function counted(t: Timeline): { points: number; stretches: number } {
  return { points: linesOf(t).length * t.count, stretches: t.count };
}

function stretch(t: Timeline, stretches: number): void {
  const was = t.count;
  t.count = stretches;
  t.step *= was / t.count;
  const longer = (c: (number | null)[]): (number | null)[] => Array.from({ length: t.count }, (_, i) => varied(c[Math.floor((i * was) / t.count)] ?? null, i));
  for (const l of linesOf(t)) {
    l.y = longer(l.y);
    if (l.low) l.low = longer(l.low);
    if (l.high) l.high = longer(l.high);
  }
}

/** A reading a little off, so that neither lines nor the packed data are simpler than those of a run. */
function varied(y: number | null, i: number): number | null {
  const off = ((i * 2_654_435_761) % 2 ** 32) / 2 ** 32 - 0.5;
  return y === null ? null : Number((y * (1 + 0.1 * off)).toPrecision(6));
}
