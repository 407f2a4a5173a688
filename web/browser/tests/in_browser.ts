// A test that needs a browser. Where there is none it is skipped, which is said and counted.

import { after, test } from "node:test";
import type { Browser } from "puppeteer-core";
import { chromium, launch } from "../chromium.ts";

const path = chromium();
let browser: Browser | undefined;
let skipped = 0;

/** A test that needs a browser; all of them share one. */
export function inBrowser(name: string, check: (browser: Browser) => Promise<void>): void {
  if (!path) skipped++;
  test(name, { skip: path ? false : "there is no chromium" }, async () => check((browser ??= await launch(path ?? ""))));
}

after(async () => {
  await browser?.close();
  if (!path) console.error(`SKIPPED (${skipped}): there is no chromium on this machine; CHROMIUM names one that is not in the path`);
});
