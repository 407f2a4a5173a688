// What Rust puts into the page for the scripts, and how it is read: a JSON string that holds base64 of a gzip stream of JSON. Nothing here computes figures but sums over the call tree:
// series are those of the drawings, words are those of the page's language.

/** How a figure is written. */
export type Unit = "number" | "per-s" | "ms" | "share" | "cores" | "bytes";

/** One line: a reading for each stretch of time, `null` where there is none. */
export interface Line {
  name: string;
  /** Readings further apart than so many seconds are not joined. */
  gap: number;
  y: (number | null)[];
  /** Smallest and largest of what a reading stands for, where that is known. */
  low?: (number | null)[];
  high?: (number | null)[];
}

/** One chart, found in the page by its id. */
export interface Lane {
  id: string;
  unit: Unit;
  log: boolean;
  from: number;
  to: number;
  limits: [number, string][];
  lines: Line[];
}

/** All charts over one axis of time, in seconds since the run began. */
export interface Timeline {
  from: number;
  to: number;
  step: number;
  count: number;
  /** From, to, and whether it is a measured level. */
  phases: [number, number, boolean][];
  lanes: Lane[];
}

/** What stands for a function: short name, full name, and whose code it is. */
export type Label = [string, string, Whose];
export type Whose = "own" | "library" | "native" | "group";

/** A call tree of one phase, as columns of its frames from the outermost down, each before those that it calls. */
export interface Calls {
  phase: string;
  title: string;
  /** Whether this is the one that is drawn in the page. */
  drawn: boolean;
  depth: number[];
  /** Indexes of labels. */
  label: number[];
  /** Milliseconds with all that is called, and in itself. */
  ms: number[];
  own: number[];
}

export interface PageData {
  words: Record<string, string>;
  timeline?: Timeline;
  /** Of all phases. */
  labels: Label[];
  calls: Calls[];
}

/** Reads what Rust wrote. */
export async function unpack(text: string): Promise<PageData> {
  const packed: unknown = JSON.parse(text);
  if (typeof packed !== "string") return packed as PageData;
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text()) as PageData;
}

/** A text of the page; what stands in braces is put in. */
export function say(words: Record<string, string>, id: string, put: Record<string, string> = {}): string {
  return Object.entries(put).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words[id] ?? "");
}
