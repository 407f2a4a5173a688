// What a box is: its share, its time and its frames, beside the pointer and for those who hear the page.

import { say } from "../data.ts";
import { element } from "../dom.ts";
import { figure, percent } from "../figures.ts";
import type { Box } from "./layout.ts";

/** Most frames of a chain that are listed. */
const MOST_FRAMES = 16;

export interface Tip {
  show: (box: Box, x: number, y: number) => void;
  hide: () => void;
  /** For those who hear the page. */
  tell: (box: Box) => void;
}

/** The tip, put into `into`. */
export function tip(into: HTMLElement, words: Record<string, string>): Tip {
  const all = element("div", "tip");
  const spoken = element("p", "hidden");
  all.hidden = true;
  all.setAttribute("aria-hidden", "true");
  spoken.setAttribute("aria-live", "polite");
  into.append(all, spoken);
  return {
    show: (box, x, y) => {
      const frames = listed(box).map((name) => element("div", "", name));
      all.replaceChildren(element("b", "", figures(box, words)), ...frames);
      all.hidden = false;
      const left = Math.min(x + 14, document.documentElement.clientWidth - all.offsetWidth - 8);
      const below = y + 18;
      const top = below + all.offsetHeight > document.documentElement.clientHeight ? y - all.offsetHeight - 10 : below;
      all.style.left = `${Math.max(left, 8)}px`;
      all.style.top = `${Math.max(top, 8)}px`;
    },
    hide: () => (all.hidden = true),
    tell: (box) => (spoken.textContent = `${box.name}, ${figures(box, words)}`),
  };
}

function figures(box: Box, words: Record<string, string>): string {
  const last = box.chain[box.chain.length - 1];
  const own = last && last.own > 0 ? [say(words, "in-itself", { ms: `${figure(last.own)} ms` })] : [];
  return [percent(box.share), `${figure(box.chain[0]?.ms ?? 0)} ms`, ...own].join(" \u00b7 ");
}

function listed(box: Box): string[] {
  const names = box.chain.map((f) => f.label[1] || f.label[0]);
  return names.length > MOST_FRAMES ? [...names.slice(0, 2), "\u2026", ...names.slice(3 - MOST_FRAMES)] : names;
}
