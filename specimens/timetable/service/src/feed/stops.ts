import { NotFoundError } from '../web/errors.js';
import type { Feed, Line, Stop } from './model.js';

/** Stops by their numbers, and the lines that call at each. */
export class Stops {
  private readonly all: Map<string, Stop>;
  private readonly lines = new Map<Stop, Set<Line>>();

  constructor({ stops, courses }: Feed) {
    this.all = new Map(stops.map((stop) => [String(stop.id), stop]));
    for (const { line, calls } of courses) {
      for (const { stop } of calls) {
        const there = this.lines.get(stop) ?? new Set();
        this.lines.set(stop, there.add(line));
      }
    }
  }

  byId(id: string): Stop {
    const stop = this.all.get(id);
    if (stop === undefined) {
      throw new NotFoundError(`there is no stop ${id}`);
    }
    return stop;
  }

  linesAt(stop: Stop): Line[] {
    return [...(this.lines.get(stop) ?? [])];
  }

  /** More lines, more important. */
  importance(stop: Stop): number {
    return this.lines.get(stop)?.size ?? 0;
  }
}
