import type { Stop } from '../feed/model.js';
import type { Departure, Departures } from './departures.js';

/** Gives everybody departures of their own, so that what a request does to them stays with it. */
export class CopiedDepartures implements Departures {
  constructor(private readonly shared: Departures) {}

  from(stop: Stop, at: number, limit: number): Departure[] {
    return this.shared.from(stop, at, limit).map((departure) => JSON.parse(JSON.stringify(departure)) as Departure);
  }
}
