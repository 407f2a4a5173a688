// Nothing that axe-core calls serious or critical. Of language, light and dark, and width, each pair of values is tried.

import assert from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import { inBrowser } from "./in_browser.ts";
import { open } from "../open.ts";
import { type Lang, pageOf, RUNS } from "../runs.ts";

const WAYS: [Lang, boolean, number][] = [
  ["en", false, 1280],
  ["ko", true, 1280],
  ["ko", false, 320],
  ["en", true, 320],
];

for (const run of RUNS) {
  inBrowser(`axe-core finds nothing serious: ${run.why}`, async (browser) => {
    for (const [lang, dark, width] of WAYS) {
      const { page } = await open(browser, pageOf(run, lang), { dark, width });
      await page.evaluate(axe.source);
      const found = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
      const bad = found.violations.filter((v) => v.impact === "serious" || v.impact === "critical");
      const told = bad.map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target} ${n.failureSummary}`).join("; ")}`);
      assert.deepEqual(told, [], `${lang}, ${dark ? "dark" : "light"}, ${width} px`);
      assert.ok(found.passes.length > 10, "it looked");
      await page.close();
    }
  });
}
