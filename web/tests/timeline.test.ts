import assert from "node:assert/strict";
import { test } from "node:test";
import { ticks } from "../src/ticks.ts";
import { alone, joined, middles } from "../src/timeline/columns.ts";
import { isWhole, moved, within, zoomed } from "../src/timeline/span.ts";

const whole = { from: 0, to: 100 };

test("readings are joined over stretches without one, as far as their gap reaches", () => {
  const values = [null, 1, null, 3, null, null, null, 7, 8];
  assert.deepEqual(joined(values, 1, 3), [null, 1, undefined, 3, null, null, null, 7, 8]);
  assert.deepEqual(joined(values, 1, 4), [null, 1, undefined, 3, undefined, undefined, undefined, 7, 8]);
});

test("a reading that no line leads to stands alone", () => {
  assert.deepEqual(alone([null, 1, undefined, 3, null, 5, null, 7]), [5, 7]);
  assert.deepEqual(alone([2]), [0]);
});

test("a stretch has its reading in the middle", () => {
  const t = { from: 10, to: 14, step: 2, count: 2, phases: [], lanes: [] };
  assert.deepEqual(middles(t), [11, 13]);
  assert.deepEqual(middles({ ...t, to: 12.1 }), [11, 12.1], "none beyond the end");
});

test("ticks are round and few", () => {
  assert.deepEqual(ticks(0, 212, 3), [0, 100, 200]);
  assert.deepEqual(ticks(12, 118, 4), [50, 100]);
  assert.deepEqual(ticks(0.8, 900, 4, true), [1, 10, 100]);
  assert.deepEqual(ticks(8, 300, 6, true), [10, 20, 50, 100, 200]);
  assert.deepEqual(ticks(0, 0, 3), []);
});

test("what is under the cursor stays there when charts zoom", () => {
  const near = zoomed(whole, whole, 25, 0.5, 1);
  assert.deepEqual(near, { from: 12.5, to: 62.5 });
  assert.deepEqual(zoomed(near, whole, 25, 2, 1), whole);
});

test("no zoom shows less than the least or more than the whole", () => {
  assert.deepEqual(zoomed({ from: 50, to: 60 }, whole, 50, 0.1, 5), { from: 50, to: 55 });
  assert.deepEqual(zoomed({ from: 0, to: 90 }, whole, 10, 4, 5), whole);
  assert.deepEqual(zoomed({ from: 0, to: 2 }, { from: 0, to: 2 }, 1, 0.5, 5), { from: 0, to: 2 });
});

test("charts move no further than the ends of the run", () => {
  assert.deepEqual(moved({ from: 80, to: 100 }, whole, 0.5), { from: 80, to: 100 });
  assert.deepEqual(moved({ from: 80, to: 100 }, whole, -0.5), { from: 70, to: 90 });
  assert.deepEqual(within({ from: -50, to: 10 }, whole), { from: 0, to: 60 });
  assert.ok(isWhole(whole, whole) && !isWhole({ from: 1, to: 100 }, whole));
});
