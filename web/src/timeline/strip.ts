// The names of the phases above the charts, which follow when these show a part of the run.

import type { Span } from "./span.ts";

export interface Strip {
  show: (span: Span) => void;
  /** Puts elements above and below the names. */
  add: (tools: HTMLElement, ...below: HTMLElement[]) => void;
}

/** Where a name stands in its box, pixels. */
const PAD = 4;

/** The strip of the page. */
export function strip(whole: Span): Strip {
  const all = document.querySelector<HTMLElement>(".strip");
  const boxes = all?.querySelector<SVGElement>("svg.boxes");
  // on paper all of the run is shown
  addEventListener("beforeprint", () => boxes?.querySelectorAll("text").forEach((name) => name.setAttribute("x", String(PAD))));
  return {
    show: ({ from, to }) => {
      if (!boxes) return;
      const size = to - from;
      boxes.style.width = `${((whole.to - whole.from) / size) * 100}%`;
      boxes.style.marginLeft = `${(-(from - whole.from) / size) * 100}%`;
      const ground = boxes.parentElement?.getBoundingClientRect().left ?? 0;
      boxes.querySelectorAll("text").forEach((name) => {
        // of a box that begins to the left of what is shown, the name stands at the edge
        const hidden = ground - (name.parentElement?.getBoundingClientRect().left ?? ground);
        name.setAttribute("x", String(Math.max(hidden, 0) + PAD));
      });
    },
    add: (tools, ...below) => {
      all?.prepend(tools);
      all?.before(...below);
    },
  };
}
