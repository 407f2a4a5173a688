import type { Trip } from '../feed/model.js';
import type { Realtime, Report } from './realtime.js';

export class AskedRealtime implements Realtime {
  constructor(private readonly reports: Map<number, Report>) {}

  delayS(trip: Trip): number | undefined {
    return this.reports.get(trip.id)?.delayS;
  }

  platform(trip: Trip): string | undefined {
    return this.reports.get(trip.id)?.platform;
  }

  occupancy(trip: Trip): string | undefined {
    return this.reports.get(trip.id)?.occupancy;
  }
}
