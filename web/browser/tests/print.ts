// On paper everything is there: each section, drawings in the place of charts, and what is folded away on a screen, but for figures of what is drawn.

import assert from "node:assert/strict";
import { inBrowser } from "./in_browser.ts";
import { open } from "../open.ts";
import { pageOf, RUNS } from "../runs.ts";
import { seen } from "../seen.ts";

for (const run of RUNS) {
  inBrowser(`paper shows every section: ${run.why}`, async (browser) => {
    const { page } = await open(browser, pageOf(run));
    const onScreen = await page.$$eval("main > section", (all) => all.map((s) => s.id));
    await page.emulateMediaType("print");
    const all = await seen(page);
    assert.deepEqual([all.hiddenDrawings, all.empty], [[], []]);
    const paper = await page.evaluate(() => {
      const shows = (e: Element): boolean => e.checkVisibility() && e.getBoundingClientRect().height > 0;
      const folded = [...document.querySelectorAll("details:not(.drawn)")].filter((d) => ![...d.children].slice(1).every(shows));
      return {
        sections: [...document.querySelectorAll("main > section")].filter(shows).map((s) => s.id),
        folded: folded.map((d) => d.querySelector("summary")?.textContent ?? ""),
        forScreens: [...document.querySelectorAll("button, input, select, canvas, .outline, .keys, .tip")].filter(shows).map((e) => e.tagName),
      };
    });
    assert.deepEqual(paper, { sections: onScreen, folded: [], forScreens: [] });
    await page.close();
  });
}
