import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { say, unpack } from "../src/data.ts";

const data = { words: { a: "b" }, labels: [], calls: [] };

test("data is read packed and as it is", async () => {
  const packed = JSON.stringify(gzipSync(JSON.stringify(data)).toString("base64"));
  assert.deepEqual(await unpack(packed), data);
  assert.deepEqual(await unpack(JSON.stringify(data)), data);
});

test("texts have places that are filled", () => {
  assert.equal(say({ found: "{share} of the CPU" }, "found", { share: "12 %" }), "12 % of the CPU");
  assert.equal(say({}, "gone"), "");
});
