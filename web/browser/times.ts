// How fast pages open, as rows of a table: `node build/browser/times.mjs [TIMES]`. Each figure is the median of so many openings (9), every one in a tab of
// its own of a browser that runs already; one opening before them is not counted.

import { exit } from "node:process";
import type { Browser, Page } from "puppeteer-core";
import { chromium, launch } from "./chromium.ts";
import { asMade, type Large, large } from "./large.ts";
import { USUAL, untilAlive, urlOf } from "./open.ts";
import { pageOf, RUNS, sizeOf } from "./runs.ts";

const POINTS = 100_000;
const KEY = "+";

/** Milliseconds. */
interface Opening {
  /** From opening to the first text on the screen. */
  paint: number;
  /** From opening, and from the first line of the script, to all charts on the screen. */
  alive: number;
  scripts: number;
  /** From a key that zooms to all charts drawn anew. */
  zoom: number;
}

/** In the page, before anything else: notes when its script begins, and when the last drawing was replaced and painted. */
function watch(): void {
  const noted = globalThis as unknown as { began: number; alive: number };
  const find = document.getElementById.bind(document);
  document.getElementById = (id) => {
    if (id === "page-data") noted.began ??= performance.now();
    return find(id);
  };
  const painted = (): void => void requestAnimationFrame(() => setTimeout(() => (noted.alive = performance.now())));
  new MutationObserver((all) => all.some((m) => (m.target as Element).matches("figure.live")) && painted()).observe(document, {
    subtree: true,
    attributeFilter: ["class"],
  });
}

async function opening(browser: Browser, url: string): Promise<Opening> {
  const page = await browser.newPage();
  await page.setViewport({ width: USUAL.width, height: 900 });
  await page.evaluateOnNewDocument(watch);
  await page.goto(url);
  await untilAlive(page);
  const noted = await page.evaluate(() => {
    const { began, alive } = globalThis as unknown as { began: number; alive: number };
    return { began, alive, paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN };
  });
  await page.focus(".chart");
  const before = await shown(page);
  const zoom = await page.evaluate(
    (key) =>
      new Promise<number>((done) => {
        const from = performance.now();
        document.querySelector(".chart")?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
      }),
    KEY,
  );
  if ((await shown(page)) === before) throw new Error(`${url}: the key zoomed nothing`);
  await page.close();
  return { paint: noted.paint, alive: noted.alive, scripts: noted.alive - noted.began, zoom };
}

/** What the first chart shows, as its pixels. */
const shown = (page: Page): Promise<string> => page.evaluate(() => document.querySelector<HTMLCanvasElement>(".chart canvas")?.toDataURL() ?? "");

const median = (of: number[]): number => of.sort((a, b) => a - b)[of.length >> 1] ?? Number.NaN;

async function row(browser: Browser, name: string, of: Large, times: number): Promise<string> {
  const url = urlOf(of.file);
  await opening(browser, url);
  const all: Opening[] = [];
  for (let i = 0; i < times; i++) all.push(await opening(browser, url));
  const figures = (["paint", "alive", "scripts", "zoom"] as const).map((what) => median(all.map((o) => o[what])).toFixed(0));
  const [size, points] = [sizeOf(of.file) / 1000, of.points].map((n) => Math.round(n).toLocaleString("en"));
  return `| ${[name, size, points, ...figures].join(" | ")} |`;
}

const path = chromium();
if (!path) {
  console.error("there is no chromium on this machine; CHROMIUM names one");
  exit(1);
}
if (process.argv[2] === "--check") exit(0);
const times = Number(process.argv[2] ?? 9);
const browser = await launch(path);
console.log(`${await browser.version()}; openings of each page: ${times}.\n`);
console.log("| page | kB | points | first paint, ms | charts alive, ms | of that scripts, ms | a zoom, ms |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const run of RUNS) console.log(await row(browser, run.why, asMade(pageOf(run)), times));
const first = asMade(pageOf(RUNS[0]!));
const lines = first.points / first.stretches;
console.log(await row(browser, `made: ${lines} lines, 100,000 points in all`, large(first.file, Math.ceil(POINTS / lines)), times));
console.log(await row(browser, `made: ${lines} lines, 100,000 points each`, large(first.file, POINTS), times));
await browser.close();
