// Where the boxes of a call tree lie: a box is a chain of calls of which each calls but the next, as wide as its share of all, above those that it calls.

import type { Whose } from "../data.ts";
import type { Frame } from "./tree.ts";

export interface Box {
  /** Its frames from the top down. */
  chain: Frame[];
  name: string;
  /** Whose code it is. */
  whose: Whose;
  /** Left edge and width, shares of all. */
  from: number;
  share: number;
  depth: number;
  parent: Box | undefined;
}

/** Share of all that may be lost along a chain; what is smaller has no box. */
export const LEAST = 0.0005;

/** All boxes, each before those below it. In a tree that is turned the innermost frames stand first and give the names. */
export function layOut(root: Frame, isTurned = false): Box[] {
  const boxes: Box[] = [];
  const place = (frame: Frame, from: number, depth: number, parent: Box | undefined): void => {
    const chain = chainOf(frame, root.ms);
    const box: Box = { chain, name: isTurned ? nameOfTurned(chain) : nameOf(chain), whose: isTurned ? frame.label[2] : whose(chain), from, share: frame.ms / root.ms, depth, parent };
    boxes.push(box);
    let at = from;
    for (const child of large(chain[chain.length - 1], root.ms)) {
      place(child, at, depth + 1, box);
      at += child.ms / root.ms;
    }
  };
  if (root.ms > 0) place(root, 0, 0, undefined);
  return boxes;
}

function large(frame: Frame | undefined, all: number): Frame[] {
  return (frame?.children ?? []).filter((c) => c.ms >= all * LEAST);
}

function chainOf(first: Frame, all: number): Frame[] {
  const chain = [first];
  let last = first;
  while (last.label[2] !== "group") {
    const [only, second] = large(last, all);
    if (only === undefined || second !== undefined || first.ms - only.ms > all * LEAST) break;
    chain.push(only);
    last = only;
  }
  return chain;
}

/** The innermost frame, after the innermost of the service's own code. */
function nameOf(chain: Frame[]): string {
  const last = chain[chain.length - 1];
  const own = chain.findLast((f) => f.label[2] === "own");
  if (last === undefined) return "";
  return own === undefined || own === last ? last.label[0] : `${own.label[0]} \u203a ${last.label[0]}`;
}

/** The innermost frame, with the service's own code that leads to it. */
function nameOfTurned(chain: Frame[]): string {
  const [first] = chain;
  const own = chain.find((f) => f.label[2] === "own");
  if (first === undefined) return "";
  return own === undefined || own === first ? first.label[0] : `${first.label[0]} \u2039 ${own.label[0]}`;
}

/** The service's own code where there is any. */
function whose(chain: Frame[]): Whose {
  return chain.some((f) => f.label[2] === "own") ? "own" : (chain[0]?.label[2] ?? "group");
}

/** The box at a place: `x` is a share of all, `row` counts from the top. */
export function boxAt(boxes: Box[], x: number, row: number): Box | undefined {
  return boxes.find((b) => b.depth === row && b.from <= x && x < b.from + b.share);
}

/** The box beside, above or below: below is the widest that is called. */
export function neighbour(boxes: Box[], of: Box, way: "up" | "down" | "left" | "right"): Box | undefined {
  if (way === "up") return of.parent;
  if (way === "down") return boxes.filter((b) => b.parent === of).reduce<Box | undefined>((w, b) => (w && w.share >= b.share ? w : b), undefined);
  const row = boxes.filter((b) => b.depth === of.depth);
  return row[row.indexOf(of) + (way === "right" ? 1 : -1)];
}
