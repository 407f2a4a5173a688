// How figures are printed: as `crates/words/src/figures.rs` does, so that a figure reads the same in a drawing and in a chart. Both are held to the cases of
// `tests/figures.json`.

import type { Unit } from "./data.ts";

/** A figure with its unit. */
export function write(unit: Unit, value: number): string {
  switch (unit) {
    case "per-s":
      return `${figure(value)}/s`;
    case "ms":
      return `${figure(value)} ms`;
    case "share":
      return percent(value);
    case "bytes":
      return bytes(value);
    default:
      return figure(value);
  }
}

/** Three significant digits without trailing zeros, thousands apart. */
export function figure(x: number): string {
  if (!Number.isFinite(x)) return "?";
  const size = Math.abs(x);
  if (size === 0) return "0";
  if (size < 0.001) return x < 0 ? ">-0.001" : "<0.001";
  const rounded = Number(size.toExponential(2));
  const decimals = Math.min(Math.max(2 - Math.floor(Math.log10(rounded)), 0), 3);
  return signed(x, trimmed(rounded.toFixed(decimals)));
}

/** A share in per cent. */
export function percent(share: number): string {
  const p = share * 100;
  if (!Number.isFinite(p)) return "? %";
  const size = Math.abs(p);
  if (size === 0) return "0 %";
  if (size < 0.1) return "<0.1 %";
  return `${signed(p, size < 9.95 ? trimmed(size.toFixed(1)) : size.toFixed(0))} %`;
}

/** Seconds. */
export function seconds(x: number): string {
  return `${figure(x)} s`;
}

function bytes(n: number): string {
  const units: [number, string][] = [[1e9, "GB"], [1e6, "MB"], [1e3, "kB"]];
  const [size, unit] = units.find(([least]) => n >= least) ?? [1, "B"];
  return `${figure(n / size)} ${unit}`;
}

function trimmed(digits: string): string {
  return digits.includes(".") ? digits.replace(/0+$/, "").replace(/\.$/, "") : digits;
}

function signed(x: number, digits: string): string {
  const [whole = "", ...rest] = digits.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${x < 0 ? "-" : ""}${[grouped, ...rest].join(".")}`;
}
