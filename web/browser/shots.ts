// Pictures of the chosen pages, for eyes: `node build/browser/shots.mjs FOLDER [RUN...]`. A page is cut into pictures that are not taller than a few screens.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { exit } from "node:process";
import { chromium, launch } from "./chromium.ts";
import { open, type Way } from "./open.ts";
import { type Lang, pageOf, RUNS } from "./runs.ts";

const MOST_HEIGHT = 2400;
/** A4 at 96 dots an inch, without margins. */
const PAPER = 718;

const WAYS: [string, Lang, Partial<Way>][] = [
  ["wide", "en", {}],
  ["narrow", "en", { width: 320 }],
  ["dark", "en", { dark: true }],
  ["print", "en", { print: true, width: PAPER }],
  ["korean", "ko", {}],
  ["still", "en", { scripts: false }],
];

const [to, ...only] = process.argv.slice(2);
const path = chromium();
if (!to || !path) {
  console.error(to ? "SKIPPED (1): there is no chromium on this machine" : "shots FOLDER [RUN...]");
  exit(to ? 0 : 2);
}
const unknown = only.filter((name) => !RUNS.some((r) => r.name === name));
if (unknown.length > 0) {
  console.error(`there is no page of ${unknown.join(", ")}: ${RUNS.map((r) => r.name).join(", ")}`);
  exit(2);
}
mkdirSync(to, { recursive: true });
const browser = await launch(path);
for (const run of RUNS.filter((r) => only.length === 0 || only.includes(r.name))) {
  for (const [name, lang, way] of WAYS) {
    const { page } = await open(browser, pageOf(run, lang), way);
    const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: document.documentElement.scrollHeight }));
    for (let from = 0, part = 1; from < height; from += MOST_HEIGHT, part++) {
      const clip = { x: 0, y: from, width, height: Math.min(MOST_HEIGHT, height - from) };
      await page.screenshot({ path: join(to, `${run.name}.${name}.${part}.png`) as `${string}.png`, clip, captureBeyondViewport: true });
    }
    await page.close();
  }
}
await browser.close();
