import type { Stop } from '../feed/model.js';

/** Finds the stops in whose name a word begins with each of these, the most important first. */
export interface Search {
  find(beginnings: string[], limit: number): Stop[];
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

export type Importance = (stop: Stop) => number;

export function moreImportant(importance: Importance): (a: Stop, b: Stop) => number {
  return (a, b) => importance(b) - importance(a) || a.id - b.id;
}
