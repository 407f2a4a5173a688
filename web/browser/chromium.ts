// The browser: which one, and how it is started.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer, { type Browser } from "puppeteer-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The path of a Chromium: what `CHROMIUM` names, else the first one in the path. */
export function chromium(): string | undefined {
  const named = process.env["CHROMIUM"];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, which is not there`);
    return named;
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Starts it with a profile of its own, which is gone afterwards. */
export function launch(path: string): Promise<Browser> {
  // its sandbox refuses to work for root
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return puppeteer.launch({ executablePath: path, args: [...root, "--disable-dev-shm-usage", "--hide-scrollbars"] });
}
