// The recorded runs whose pages are opened, and how their pages are made: by the tool, once, in a folder that lives as long as this process.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** `build/browser/`, from which all of this runs. */
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const recorded = join(root, "crates/tightspot/tests/recorded");

export interface Run {
  name: string;
  /** What its page has that others have not. */
  why: string;
  /** Whether it has a call tree. */
  calls: boolean;
}

export const RUNS: Run[] = [
  { name: "json", why: "a full core of a JVM, with a cause", calls: true },
  { name: "pool-too-small", why: "a pool that is too small", calls: true },
  { name: "prices-healthy", why: "a healthy service", calls: true },
  { name: "before-cold", why: "a cause that is not clear", calls: true },
  { name: "before-crowded-host", why: "the largest page", calls: true },
  { name: "shared-price-list-cpu-contended-by-neighbour-644d4e", why: "requests that wait in the generator", calls: true },
  { name: "signup-before", why: "a Node service", calls: true },
  { name: "deal-brands-pool-cold-4790e5", why: "a start", calls: true },
  { name: "ticket-queue-gc-planted", why: "the slowest requests and an experiment, no call tree", calls: false },
];

export type Lang = "en" | "ko";
export const LANGS: Lang[] = ["en", "ko"];

/** The tool that writes the pages. */
export function tool(): string {
  const path = resolve(process.env["TIGHTSPOT"] ?? join(root, "target/release/tightspot"));
  if (!existsSync(path)) throw new Error(`${path} is not there: cargo build --release, or name another by TIGHTSPOT`);
  return path;
}

let made: string | undefined;

function folder(): string {
  if (!made) {
    const path = (made = mkdtempSync(join(tmpdir(), "tightspot-pages-")));
    process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  }
  return made;
}

function report(run: Run, lang: Lang, format: string, to: string): string {
  if (!existsSync(to)) {
    const args = ["report", join(recorded, `${run.name}.tsr`), "--format", format, "-o", to, "--lang", lang, "--quiet"];
    execFileSync(tool(), args, { stdio: ["ignore", "ignore", "inherit"] });
  }
  return to;
}

/** The page as one file. */
export function pageOf(run: Run, lang: Lang = "en"): string {
  return report(run, lang, "html", join(folder(), `${run.name}.${lang}.html`));
}

/** The page as a folder. */
export function folderOf(run: Run, lang: Lang = "en"): string {
  return report(run, lang, "html-dir", join(folder(), `${run.name}.${lang}`));
}

export function sizeOf(path: string): number {
  return statSync(path).size;
}
