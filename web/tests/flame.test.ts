import assert from "node:assert/strict";
import { test } from "node:test";
import type { Calls, Label } from "../src/data.ts";
import { boxAt, layOut, neighbour } from "../src/flame/layout.ts";
import { type Frame, matched, treeOf, turned } from "../src/flame/tree.ts";

const labels: Label[] = [["all", "", "group"], ["run", "Server.run", "library"], ["find", "shop.Orders.find", "own"], ["hash", "Map.hash", "library"], ["save", "shop.Orders.save", "own"]];

/*  all 10
    run 10
    find 6            save 4 (1 itself)
    hash 6            hash 3             */
const calls: Calls = { phase: "p", title: "p", drawn: true, depth: [0, 1, 2, 3, 2, 3], label: [0, 1, 2, 3, 4, 3], ms: [10, 10, 6, 6, 4, 3], own: [0, 0, 0, 6, 1, 3] };
const root = treeOf(calls, labels);

const told = (f: Frame): unknown => [f.label[0], f.ms, ...f.children.map(told)];

test("columns become a tree", () => {
  assert.deepEqual(told(root), ["all", 10, ["run", 10, ["find", 6, ["hash", 6]], ["save", 4, ["hash", 3]]]]);
  assert.equal(treeOf({ ...calls, depth: [] }, labels).ms, 0);
});

test("turned, the innermost frames stand first and their callers below, with the same time in all", () => {
  assert.deepEqual(told(turned(root)), ["all", 10, ["hash", 9, ["find", 6, ["run", 6]], ["save", 3, ["run", 3]]], ["save", 1, ["run", 1]]]);
});

test("turned, time in no function stays with its group", () => {
  const group: Label = ["other threads", "", "group"];
  const other = treeOf({ ...calls, depth: [0, 1, 1], label: [0, 5, 3], ms: [10, 7, 3], own: [0, 7, 3] }, [...labels, group]);
  assert.deepEqual(told(turned(other)), ["all", 10, ["other threads", 7], ["hash", 3]]);
});

test("what is found is not counted twice where it calls itself", () => {
  const self = treeOf({ ...calls, depth: [0, 1, 2], label: [0, 3, 3], ms: [10, 8, 6], own: [2, 2, 6] }, labels);
  assert.equal(matched(self, "HASH"), 8);
  assert.equal(matched(root, "orders"), 10);
  assert.equal(matched(root, "nothing"), 0);
});

test("a chain of calls is one box, named by the innermost own frame and the last", () => {
  const boxes = layOut(root).map((b) => [b.name, b.depth, b.from, b.share, b.whose]);
  assert.deepEqual(boxes, [
    ["all", 0, 0, 1, "group"],
    ["run", 1, 0, 1, "library"],
    ["find \u203a hash", 2, 0, 0.6, "own"],
    ["save", 2, 0.6, 0.4, "own"],
    ["hash", 3, 0.6, 3 / 10, "library"],
  ]);
});

test("turned, a box is named and coloured by its innermost frame, with the own code that leads to it", () => {
  const boxes = layOut(turned(root), true).map((b) => [b.name, b.depth, b.share, b.whose]);
  assert.deepEqual(boxes, [
    ["all", 0, 1, "group"],
    ["hash", 1, 0.9, "library"],
    ["find", 2, 0.6, "own"],
    ["save", 2, 0.3, "own"],
    ["save", 1, 0.1, "own"],
  ]);
  const alone = treeOf({ ...calls, depth: [0, 1, 2], label: [0, 2, 3], ms: [5, 5, 5], own: [0, 0, 5] }, labels);
  assert.deepEqual(layOut(turned(alone), true).map((b) => b.name), ["all", "hash \u2039 find"]);
});

test("keys go from a box to those around it", () => {
  const boxes = layOut(root);
  const [all, run, find, save, hash] = boxes;
  assert.ok(all && run && find && save && hash);
  assert.equal(neighbour(boxes, run, "up"), all);
  assert.equal(neighbour(boxes, run, "down"), find);
  assert.equal(neighbour(boxes, find, "right"), save);
  assert.equal(neighbour(boxes, find, "left"), undefined);
  assert.equal(neighbour(boxes, hash, "down"), undefined);
  assert.equal(boxAt(boxes, 0.7, 2), save);
  assert.equal(boxAt(boxes, 0.95, 3), undefined);
});
