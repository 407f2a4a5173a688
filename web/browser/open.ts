// Opens a page in one of the ways in which people see it, and waits until it is as it will stay.

import { pathToFileURL } from "node:url";
import type { Browser, Page } from "puppeteer-core";

export interface Way {
  width: number;
  dark: boolean;
  scripts: boolean;
  print: boolean;
  /** Whether its scripts are waited for; not where a server forbids them. */
  awaitsCharts: boolean;
}

export const USUAL: Way = { width: 1280, dark: false, scripts: true, print: false, awaitsCharts: true };
const HEIGHT = 900;

/** What a page did besides showing itself. */
export interface Heard {
  /** Errors, and what the console says as errors or warnings. */
  errors: string[];
  /** Every address that was asked for. */
  asked: string[];
}

export interface Opened {
  page: Page;
  heard: Heard;
}

/** Opens a file or an address. */
export async function open(browser: Browser, where: string, way: Partial<Way> = {}): Promise<Opened> {
  const { width, dark, scripts, print, awaitsCharts } = { ...USUAL, ...way };
  const page = await browser.newPage();
  const heard: Heard = { errors: [], asked: [] };
  page.on("pageerror", (e) => heard.errors.push(String(e)));
  page.on("console", (m) => (m.type() === "error" || m.type() === "warn") && heard.errors.push(m.text()));
  page.on("request", (r) => heard.asked.push(r.url()));
  await page.setViewport({ width, height: HEIGHT });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  if (print) await page.emulateMediaType("print");
  await page.setJavaScriptEnabled(scripts);
  await page.goto(urlOf(where));
  if (scripts && awaitsCharts) await untilAlive(page);
  return { page, heard };
}

export function urlOf(where: string): string {
  return where.startsWith("http") ? where : pathToFileURL(where).href;
}

/** Until every drawing that a script replaces is replaced, and drawn. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const figures = [...document.querySelectorAll("figure.lane, figure.flames")];
    return figures.length > 0 && figures.every((f) => f.classList.contains("live") && f.querySelector("canvas"));
  });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}
