// Where scripts run, charts take the place of drawings, nothing goes wrong, and nothing is asked for but the page.

import assert from "node:assert/strict";
import { inBrowser } from "./in_browser.ts";
import { open, urlOf } from "../open.ts";
import { LANGS, pageOf, RUNS } from "../runs.ts";

for (const run of RUNS) {
  inBrowser(`charts come alive without an error or a request: ${run.why}`, async (browser) => {
    for (const lang of LANGS) {
      const file = pageOf(run, lang);
      const { page, heard } = await open(browser, file);
      const drawn = await page.$$eval("figure.lane.live canvas", (all) => all.map((c) => c.width * c.height));
      assert.ok(drawn.length > 3 && drawn.every((area) => area > 0), `${drawn}`);
      assert.equal((await page.$$("figure.flames.live canvas")).length, run.calls ? 1 : 0);
      assert.deepEqual(heard.errors, []);
      assert.deepEqual(heard.asked.filter((url) => !url.startsWith("data:")), [urlOf(file)]);
      await page.close();
    }
  });
}
