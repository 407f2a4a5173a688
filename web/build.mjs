// Builds the scripts and styles of the page into the crate that writes it. `--check` only looks whether what is committed is what would be built; `--tests`
// builds the tests for node's own runner, `--browser` what opens pages in a browser.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "../crates/report/src/outputs/html/assets");
const common = { absWorkingDir: here, bundle: true, charset: "ascii", logLevel: "warning" };

const filesIn = (folder, ending) =>
  readdirSync(join(here, folder), { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && e.name.endsWith(ending))
    .map((e) => relative(here, join(e.parentPath ?? e.path, e.name)).split(sep).join("/"))
    .sort();

if (process.argv.includes("--tests")) {
  const entryPoints = filesIn("tests", ".test.ts");
  await build({ ...common, entryPoints, outdir: "build/tests", platform: "node", format: "esm", outExtension: { ".js": ".mjs" } });
} else if (process.argv.includes("--browser")) {
  const entryPoints = ["all", "shots", "times"].map((name) => `browser/${name}.ts`);
  const options = { platform: "node", format: "esm", packages: "external", outExtension: { ".js": ".mjs" } };
  await build({ ...common, ...options, entryPoints, outdir: "build/browser" });
} else {
  const made = await assemble();
  const differ = Object.entries(made).filter(([name, text]) => read(join(assets, name)) !== text);
  if (process.argv.includes("--check")) {
    differ.forEach(([name]) => console.error(`${name} is not what web/ gives: npm run build`));
    process.exitCode = differ.length > 0 ? 1 : 0;
  } else {
    differ.forEach(([name, text]) => writeFileSync(join(assets, name), text));
  }
}

/** The files for the page by name, and what they were made from. */
async function assemble() {
  const licence = read(join(here, "node_modules/uplot/LICENSE"));
  const banner = `/* Part of the page of Tightspot. Holds uPlot:\n\n${licence.trim()}\n*/`;
  const options = { ...common, minify: true, write: false, legalComments: "none", target: ["chrome105", "firefox113", "safari16.4"] };
  const text = async (entry, more) => (await build({ ...options, ...more, entryPoints: [entry] })).outputFiles[0].text;
  const files = {
    "page.js": await text("src/main.ts", { format: "iife", banner: { js: banner } }),
    "page.css": await text("src/page.css", { banner: { css: banner } }),
    "uPlot.LICENSE": licence,
  };
  const sums = Object.entries({ ...files, web: sources() }).map(([name, of]) => `${sha256(of)}  ${name}\n`);
  return { ...files, "SHA256SUMS": sums.join("") };
}

/** All that the build rests on, one file after the other: each by its name, a line feed, and its text. */
function sources() {
  const names = ["build.mjs", "package-lock.json", "package.json", "tsconfig.json", ...filesIn("src", "")].sort();
  return names.map((name) => `${name}\n${read(join(here, name))}`).join("");
}

function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
