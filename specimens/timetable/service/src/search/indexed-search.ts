import type { Stop } from '../feed/model.js';
import { type Importance, moreImportant, type Search, wordsOf } from './search.js';

interface Entry {
  stop: Stop;
  words: string[];
  /** Place in the order of importance. */
  rank: number;
}

/** All words in the order of the alphabet, each with its stops: those that begin alike stand together. */
export class IndexedSearch implements Search {
  private readonly words: string[];
  private readonly entries: Entry[][];

  constructor(stops: Stop[], importance: Importance) {
    const sorted = [...stops].sort(moreImportant(importance));
    const byWord = new Map<string, Entry[]>();
    for (const [rank, stop] of sorted.entries()) {
      const entry = { stop, words: wordsOf(stop.name), rank };
      for (const word of new Set(entry.words)) {
        const there = byWord.get(word) ?? [];
        there.push(entry);
        byWord.set(word, there);
      }
    }
    const alphabet = [...byWord].sort(([a], [b]) => (a < b ? -1 : 1));
    this.words = alphabet.map(([word]) => word);
    this.entries = alphabet.map(([, there]) => there);
  }

  find(beginnings: string[], limit: number): Stop[] {
    const found = beginnings.map((beginning) => ({ beginning, lists: this.listsOf(beginning) }));
    const [rarest, ...others] = found.sort((a, b) => size(a.lists) - size(b.lists));
    if (rarest === undefined) {
      return [];
    }
    return [...new Set(rarest.lists.flat())]
      .filter(({ words }) => others.every(({ beginning }) => words.some((word) => word.startsWith(beginning))))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ stop }) => stop);
  }

  private listsOf(beginning: string): Entry[][] {
    const first = this.firstFrom(beginning);
    let end = first;
    while (end < this.words.length && this.words[end].startsWith(beginning)) {
      end += 1;
    }
    return this.entries.slice(first, end);
  }

  private firstFrom(beginning: string): number {
    let [low, high] = [0, this.words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words[middle] < beginning) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

function size(lists: Entry[][]): number {
  return lists.reduce((sum, list) => sum + list.length, 0);
}
