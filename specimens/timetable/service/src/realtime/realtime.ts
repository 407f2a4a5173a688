import type { Trip } from '../feed/model.js';

/** What a vehicle has reported of its trip. */
export interface Report {
  delayS: number;
  platform?: string;
  occupancy: string;
}

/** What is known of a trip beyond the timetable. Most trips have not begun, and nothing is. */
export interface Realtime {
  delayS(trip: Trip): number | undefined;
  platform(trip: Trip): string | undefined;
  occupancy(trip: Trip): string | undefined;
}
