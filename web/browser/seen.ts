// What a reader sees of a page. All of it is asked from outside, so that it works where the page itself may run no script.

import type { Page } from "puppeteer-core";

/** Parts of a page that no reader may miss. */
export interface Seen {
  headline: string;
  /** What stands in the first section and in that with the reasons. */
  verdict: string;
  why: string;
  /** Drawings that have a size and something in them, of all that the page holds outside of what is folded away. */
  drawings: number;
  hiddenDrawings: string[];
  tables: number;
  /** Sections of which nothing is seen. */
  empty: string[];
  /** Whether the style sheet applies: the headline is larger than text. */
  styled: boolean;
}

export function seen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const shows = (e: Element): boolean => {
      const { width, height } = e.getBoundingClientRect();
      return e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && width > 0 && height > 0;
    };
    const text = (selector: string): string => {
      const e = document.querySelector<HTMLElement>(selector);
      return e && shows(e) ? e.innerText.trim() : "";
    };
    const unfolded = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter((e) => !e.closest("details:not([open])"));
    const drawings = unfolded("svg[role=img]:not(.defs), figure svg.plot");
    const isDrawn = (e: Element): boolean => shows(e) && e.querySelector("path, rect, line, circle, polyline") !== null;
    const size = (e: Element | null): number => (e ? Number.parseFloat(getComputedStyle(e).fontSize) : 0);
    return {
      headline: text("h1"),
      verdict: text("#verdict"),
      why: text("#why"),
      drawings: drawings.filter(isDrawn).length,
      hiddenDrawings: drawings.filter((e) => !isDrawn(e)).map((e) => e.getAttribute("aria-label") ?? e.outerHTML.slice(0, 80)),
      tables: unfolded("table").filter(shows).length,
      empty: [...document.querySelectorAll<HTMLElement>("main > section")].filter((s) => !shows(s) || s.innerText.trim() === "").map((s) => s.id),
      styled: size(document.querySelector("h1")) > 1.2 * size(document.body),
    };
  });
}
