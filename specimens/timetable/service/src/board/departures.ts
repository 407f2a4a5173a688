import type { Stop, Trip } from '../feed/model.js';

/** A trip as it leaves one of its stops. */
export interface Departure {
  trip: Trip;
  /** Which of the trip's calls this is. */
  call: number;
  /** Minutes since midnight. */
  at: number;
}

/** The next departures from a stop, the earliest first. */
export interface Departures {
  from(stop: Stop, at: number, limit: number): Departure[];
}

export function sooner(a: Departure, b: Departure): number {
  return a.at - b.at || a.trip.id - b.trip.id;
}
