// No page is wider than its window, and no text of it leaves the window but where it can be scrolled.

import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import { inBrowser } from "./in_browser.ts";
import { open } from "../open.ts";
import { LANGS, pageOf, RUNS } from "../runs.ts";

const WIDTHS = [320, 768, 1280];

/** How wide the page is, and texts that stick out of the window; names in a legend are cut with dots where they are too long. */
function tooWide(page: Page): Promise<{ width: number; out: string[] }> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const out: string[] = [];
    for (let t = texts.nextNode(); t; t = texts.nextNode()) {
      const e = t.parentElement;
      if (!e?.checkVisibility() || e.closest("svg, script, .scroll, .hidden, .skip, .legend") || t.textContent?.trim() === "") continue;
      const range = document.createRange();
      range.selectNodeContents(t);
      if (range.getBoundingClientRect().right > innerWidth - 1) out.push(`${e.tagName}.${e.className}: ${t.textContent?.slice(0, 60)}`);
    }
    return { width: document.documentElement.scrollWidth, out };
  });
}

for (const run of RUNS) {
  inBrowser(`no page is wider than its window: ${run.why}`, async (browser) => {
    for (const lang of LANGS) {
      for (const width of WIDTHS) {
        const { page } = await open(browser, pageOf(run, lang), { width });
        const found = await tooWide(page);
        assert.ok(found.width <= width, `${lang}, ${width} px: ${found.width} px wide`);
        assert.deepEqual(found.out, [], `${lang}, ${width} px`);
        await page.close();
      }
    }
  });
}
