// The page with scripts: charts in the place of drawings, a flame graph in the place of boxes, buttons that copy commands. Whatever fails leaves the page as
// it was written.

import { addCopyButtons } from "./copy.ts";
import { unpack } from "./data.ts";
import { showCalls } from "./flame/view.ts";
import { showTimeline } from "./timeline/charts.ts";

async function start(): Promise<void> {
  const packed = document.getElementById("page-data")?.textContent;
  if (!packed) return;
  const data = await unpack(packed);
  const { timeline, calls, words } = data;
  attempt(() => addCopyButtons(words));
  if (timeline) attempt(() => showTimeline(timeline, words));
  if (calls.length > 0) attempt(() => showCalls(data));
}

/** One part that fails takes no other with it. */
function attempt(part: () => void): void {
  try {
    part();
  } catch (e) {
    console.error(e);
  }
}

start().catch((e: unknown) => console.error(e));
