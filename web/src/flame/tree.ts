// A call tree: made from its columns, turned so that the innermost frames come first, and searched.

import type { Calls, Label } from "../data.ts";

export interface Frame {
  label: Label;
  /** Milliseconds with all that it calls, and in itself. */
  ms: number;
  own: number;
  children: Frame[];
}

/** The tree of columns. The first frame is all of it. */
export function treeOf(calls: Calls, labels: Label[]): Frame {
  const path: Frame[] = [];
  calls.depth.forEach((depth, i) => {
    const label = labels[calls.label[i] ?? 0] ?? ["", "", "group"];
    const frame: Frame = { label, ms: calls.ms[i] ?? 0, own: calls.own[i] ?? 0, children: [] };
    path[depth - 1]?.children.push(frame);
    path[depth] = frame;
    path.length = depth + 1;
  });
  return path[0] ?? { label: ["", "", "group"], ms: 0, own: 0, children: [] };
}

/** The innermost frames at the top and their callers below: what uses the time itself, from wherever it is called. Of time in no function the group stands. */
export function turned(root: Frame): Frame {
  const all: Frame = { label: root.label, ms: root.ms, own: 0, children: [] };
  const places = new Map<Frame, Map<Label, Frame>>();
  const child = (of: Frame, label: Label): Frame => {
    const known = places.get(of) ?? new Map<Label, Frame>();
    places.set(of, known);
    const found = known.get(label) ?? { label, ms: 0, own: 0, children: [] };
    if (!known.has(label)) {
      known.set(label, found);
      of.children.push(found);
    }
    return found;
  };
  const walk = (frame: Frame, callers: Frame[]): void => {
    const path = frame.label[2] === "group" ? callers : [...callers, frame];
    if (frame.own > 0 && frame !== root) {
      let at = all;
      for (const f of path.length > 0 ? [...path].reverse() : [frame]) {
        at = child(at, f.label);
        at.ms += frame.own;
      }
    }
    frame.children.forEach((c) => walk(c, path));
  };
  walk(root, []);
  sort(all);
  return all;
}

function sort(frame: Frame): void {
  frame.children.sort((a, b) => b.ms - a.ms);
  frame.children.forEach(sort);
}

/** Whether a frame has the words, in whatever case. */
export function matches(label: Label, words: string): boolean {
  return label[1].toLowerCase().includes(words.toLowerCase());
}

/** Milliseconds in frames that match, those below one that matches not counted again. */
export function matched(frame: Frame, words: string): number {
  return matches(frame.label, words) ? frame.ms : frame.children.reduce((sum, c) => sum + matched(c, words), 0);
}
