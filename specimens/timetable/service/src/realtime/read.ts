import { rows } from '../feed/read.js';
import type { Report } from './realtime.js';

/** The reports of this moment, by trip. */
export function readReports(folder: string): Map<number, Report> {
  return new Map(
    rows(folder, 'realtime.csv').map((r) => [
      Number(r.trip),
      { delayS: Number(r.delay_s), platform: r.platform || undefined, occupancy: r.occupancy },
    ]),
  );
}
