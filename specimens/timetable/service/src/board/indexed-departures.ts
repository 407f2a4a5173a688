import type { Course, Feed, Stop, Trip } from '../feed/model.js';
import { type Departure, type Departures, sooner } from './departures.js';

/** The trips of a course that leave a stop at one of its calls, in the order of time. */
interface Passage {
  call: number;
  minutes: number;
  trips: Trip[];
}

export class IndexedDepartures implements Departures {
  private readonly passages = new Map<Stop, Passage[]>();

  constructor({ courses, trips }: Feed) {
    const ofCourse = new Map<Course, Trip[]>(courses.map((course) => [course, []]));
    for (const trip of trips) {
      ofCourse.get(trip.course)?.push(trip);
    }
    for (const [course, own] of ofCourse) {
      own.sort((a, b) => a.starts - b.starts);
      // nobody gets in at the last call
      for (const [call, { stop, minutes }] of course.calls.slice(0, -1).entries()) {
        const there = this.passages.get(stop) ?? [];
        there.push({ call, minutes, trips: own });
        this.passages.set(stop, there);
      }
    }
  }

  from(stop: Stop, at: number, limit: number): Departure[] {
    const found: Departure[] = [];
    for (const { call, minutes, trips } of this.passages.get(stop) ?? []) {
      const first = firstFrom(trips, at - minutes);
      for (const trip of trips.slice(first, first + limit)) {
        found.push({ trip, call, at: trip.starts + minutes });
      }
    }
    return found.sort(sooner).slice(0, limit);
  }
}

/** Where the trips begin that start at this minute or later. */
function firstFrom(trips: Trip[], starts: number): number {
  let [low, high] = [0, trips.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (trips[middle].starts < starts) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
