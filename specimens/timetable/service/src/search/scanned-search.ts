import type { Stop } from '../feed/model.js';
import { type Importance, moreImportant, type Search, wordsOf } from './search.js';

export class ScannedSearch implements Search {
  private readonly entries: { stop: Stop; words: string[] }[];

  constructor(
    stops: Stop[],
    private readonly importance: Importance,
  ) {
    this.entries = stops.map((stop) => ({ stop, words: wordsOf(stop.name) }));
  }

  find(beginnings: string[], limit: number): Stop[] {
    return this.entries
      .filter(({ words }) => beginnings.every((beginning) => words.some((word) => word.startsWith(beginning))))
      .map(({ stop }) => stop)
      .sort(moreImportant(this.importance))
      .slice(0, limit);
  }
}
