import assert from "node:assert/strict";
import { test } from "node:test";
import type { Unit } from "../src/data.ts";
import { figure, seconds, write } from "../src/figures.ts";
import cases from "./figures.json";

test("figures read as Rust writes them", () => {
  for (const [unit, value, text] of cases as [Unit, number, string][]) assert.equal(write(unit, value), text, `${unit} ${value}`);
});

test("what is no number is told as such", () => {
  assert.equal(figure(Number.NaN), "?");
  assert.equal(seconds(Number.POSITIVE_INFINITY), "? s");
});
