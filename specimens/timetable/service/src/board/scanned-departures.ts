import type { Course, Feed, Stop } from '../feed/model.js';
import { type Departure, type Departures, sooner } from './departures.js';

export class ScannedDepartures implements Departures {
  constructor(private readonly feed: Feed) {}

  from(stop: Stop, at: number, limit: number): Departure[] {
    const calls = this.callsAt(stop);
    return this.feed.trips
      .filter((trip) => calls.has(trip.course))
      .map((trip) => {
        const call = calls.get(trip.course)!;
        return { trip, call, at: trip.starts + trip.course.calls[call].minutes };
      })
      .filter((departure) => departure.at >= at)
      .sort(sooner)
      .slice(0, limit);
  }

  /** Which call of each course is at the stop. Nobody gets in at the last one. */
  private callsAt(stop: Stop): Map<Course, number> {
    const calls = new Map<Course, number>();
    for (const course of this.feed.courses) {
      const call = course.calls.findIndex((c) => c.stop === stop);
      if (call >= 0 && call < course.calls.length - 1) {
        calls.set(course, call);
      }
    }
    return calls;
  }
}
