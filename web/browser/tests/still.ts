// Where scripts are blocked, the page is whole: verdict, reasons, drawings and tables.

import assert from "node:assert/strict";
import { inBrowser } from "./in_browser.ts";
import { open } from "../open.ts";
import { LANGS, pageOf, RUNS } from "../runs.ts";
import { seen } from "../seen.ts";

for (const run of RUNS) {
  inBrowser(`the page is whole without scripts: ${run.why}`, async (browser) => {
    for (const lang of LANGS) {
      const { page, heard } = await open(browser, pageOf(run, lang), { scripts: false });
      const all = await seen(page);
      assert.ok(all.headline !== "" && all.verdict.includes(all.headline) && all.why !== "" && all.styled, JSON.stringify(all));
      assert.ok(all.drawings > 3 && all.tables > 2, JSON.stringify(all));
      assert.deepEqual([all.hiddenDrawings, all.empty], [[], []]);
      assert.equal((await page.$$("canvas, button")).length, 0, "nothing that needs a script is offered");
      assert.deepEqual(heard.errors, []);
      await page.close();
    }
  });
}
