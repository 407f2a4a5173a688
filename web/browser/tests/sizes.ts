// A page can be sent by mail.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGS, pageOf, RUNS, sizeOf } from "../runs.ts";

const MOST = 1_000_000;

for (const run of RUNS) {
  test(`a page has less than a megabyte: ${run.why}`, () => {
    LANGS.map((lang) => sizeOf(pageOf(run, lang))).forEach((size) => assert.ok(size < MOST, `${size} bytes`));
  });
}
