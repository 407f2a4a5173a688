// The page as a folder shows itself on servers that forbid scripts, and styles inside of pages.

import assert from "node:assert/strict";
import { inBrowser } from "./in_browser.ts";
import { open } from "../open.ts";
import { folderOf, LANGS, RUNS } from "../runs.ts";
import { seen } from "../seen.ts";
import { strict } from "../server.ts";

for (const run of RUNS) {
  inBrowser(`a folder is whole under a strict policy: ${run.why}`, async (browser) => {
    for (const lang of LANGS) {
      const server = await strict(folderOf(run, lang));
      try {
        // a browser that may run scripts, so that it is the policy that forbids them
        const { page, heard } = await open(browser, server.url, { awaitsCharts: false });
        const all = await seen(page);
        assert.ok(all.headline !== "" && all.verdict.includes(all.headline) && all.why !== "" && all.styled, JSON.stringify(all));
        assert.ok(all.drawings > 3 && all.tables > 2, JSON.stringify(all));
        assert.deepEqual([all.hiddenDrawings, all.empty], [[], []]);
        assert.ok(heard.errors.some((e) => e.startsWith("Blocked script execution")), "the script is refused");
        const violations = heard.errors.filter((e) => !e.startsWith("Blocked script execution"));
        assert.deepEqual(violations, [], "the script alone is refused");
        assert.equal((await page.$$("canvas, button")).length, 0);
        await page.close();
      } finally {
        server.close();
      }
    }
  });
}
