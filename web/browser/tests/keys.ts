// Everything that a pointer does can be done by keys, and it is seen where one is.

import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import { inBrowser } from "./in_browser.ts";
import { open } from "../open.ts";
import { pageOf, RUNS } from "../runs.ts";

/** Presses Tab until the focus is on it; every stop on the way has to show that it has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const most = await page.$$eval("a, button, input, select, summary, [tabindex]", (all) => all.length);
  for (let i = 0; i <= most; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate((s) => {
      const e = document.activeElement;
      if (!e || e === document.body) return { there: false, seen: true, what: "" };
      const { outlineStyle, outlineWidth } = getComputedStyle(e);
      const seen = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && e.getBoundingClientRect().width > 0;
      return { there: e.matches(s), seen, what: e.outerHTML.slice(0, 80) };
    }, selector);
    assert.ok(at.seen, `the focus is not seen: ${at.what}`);
    if (at.there) return;
  }
  assert.fail(`${selector} cannot be reached by keys`);
}

/** The picture on a canvas. */
const picture = (page: Page, selector: string): Promise<string> => page.$eval(selector, (c) => (c as HTMLCanvasElement).toDataURL());

const keys = async (page: Page, ...names: ("ArrowDown" | "ArrowRight" | "Enter" | "Escape" | "/" | "+" | "Tab")[]): Promise<void> => {
  for (const name of names) await page.keyboard.press(name);
};

const FLAMES = ".calls canvas";

for (const run of RUNS.filter((r) => r.calls)) {
  inBrowser(`the flame graph is reached, searched, zoomed and left by keys: ${run.why}`, async (browser) => {
    const { page, heard } = await open(browser, pageOf(run));
    await tabTo(page, FLAMES);
    const whole = await picture(page, FLAMES);

    await keys(page, "ArrowDown", "ArrowDown");
    assert.match(await page.$eval(".calls .hidden[aria-live]", (e) => e.textContent ?? ""), /\d ms/, "it is told what is selected");
    assert.notEqual(await picture(page, FLAMES), whole, "it is seen what is selected");
    await keys(page, "ArrowDown", "ArrowDown");
    const selected = await picture(page, FLAMES);
    await keys(page, "Enter");
    const zoomed = await picture(page, FLAMES);
    await keys(page, "Escape");
    assert.equal(await picture(page, FLAMES), selected, "it is as it was before the zoom");
    assert.ok(zoomed !== selected || (await page.$eval(".calls .hidden[aria-live]", (e) => /\b100 %/.test(e.textContent ?? ""))), "it zooms");

    await keys(page, "/");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("type")), "search");
    await page.keyboard.type("e");
    assert.match(await page.$eval(".calls output", (e) => e.textContent ?? ""), /\d %/, "it is told how much was found");
    await tabTo(page, FLAMES);
    await keys(page, "Tab");
    assert.ok(await page.evaluate((s) => !document.activeElement?.matches(s), FLAMES), "the focus goes on");
    assert.deepEqual(heard.errors, []);
    await page.close();
  });
}

inBrowser("charts are read and zoomed by keys", async (browser) => {
  const { page } = await open(browser, pageOf(RUNS[0]!));
  await tabTo(page, ".chart");
  await keys(page, "ArrowRight");
  const [first, ...figures] = (await page.$eval("#timeline .hidden[aria-live]", (e) => e.textContent ?? "")).split(", ");
  assert.match(first ?? "", /\d s$/);
  assert.ok(figures.length > 0);
  const back = (): Promise<boolean> => page.$$eval("#timeline .tools button", (all) => (all.at(-1) as HTMLButtonElement).disabled);
  assert.equal(await back(), true);
  await keys(page, "+");
  assert.equal(await back(), false);
  await keys(page, "Escape");
  assert.equal(await back(), true);
  await page.close();
});
