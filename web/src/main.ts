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
  addCopyButtons(data.words);
  if (data.timeline) showTimeline(data.timeline, data.words);
  if (data.calls.length > 0) showCalls(data);
}

start().catch((e: unknown) => console.error(e));
