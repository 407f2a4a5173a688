import type { Trip } from '../feed/model.js';
import type { Realtime, Report } from './realtime.js';

export class NothingReportedError extends Error {
  constructor(readonly trip: number) {
    super(`nothing was reported of trip ${trip}`);
    this.name = 'NothingReportedError';
  }
}

export class TriedRealtime implements Realtime {
  constructor(private readonly reports: Map<number, Report>) {}

  delayS(trip: Trip): number | undefined {
    return ifReported(() => this.report(trip).delayS);
  }

  platform(trip: Trip): string | undefined {
    return ifReported(() => this.report(trip).platform);
  }

  occupancy(trip: Trip): string | undefined {
    return ifReported(() => this.report(trip).occupancy);
  }

  private report(trip: Trip): Report {
    const report = this.reports.get(trip.id);
    if (report === undefined) {
      throw new NothingReportedError(trip.id);
    }
    return report;
  }
}

function ifReported<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (e) {
    if (e instanceof NothingReportedError) {
      return undefined;
    }
    throw e;
  }
}
