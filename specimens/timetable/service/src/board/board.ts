import type { Call, Line, Stop } from '../feed/model.js';
import type { Language } from '../formats/formats.js';
import type { Notices } from '../notices/notices.js';
import type { Realtime } from '../realtime/realtime.js';
import type { Departure, Departures } from './departures.js';

/** A line of a board. */
export interface Row {
  trip: number;
  /** Minutes since midnight. */
  at: number;
  line: string;
  kind: string;
  colour: string;
  operator: string;
  destination: string;
  platform: string;
  delayMinutes?: number;
  occupancy?: string;
  vias: string[];
  /** What the desk has to say. */
  notice?: string;
}

export interface Wish {
  stop: Stop;
  at: number;
  rows: number;
  kinds?: string[];
}

/** The next departures from a stop with all that a board says of them. */
export class Board {
  constructor(
    private readonly departures: Departures,
    private readonly realtime: Realtime,
    private readonly notices: Notices,
    private readonly vias: number,
  ) {}

  next({ stop, at, rows, kinds }: Wish): Departure[] {
    const found = this.departures.from(stop, at, rows);
    return kinds ? found.filter(({ trip }) => kinds.includes(trip.course.line.kind)) : found;
  }

  rows(departures: Departure[], language: Language): Row[] {
    return departures.map((departure) => this.row(departure, language));
  }

  private row({ trip, call, at }: Departure, language: Language): Row {
    const { line, calls } = trip.course;
    const destination = calls[calls.length - 1].stop;
    const delayS = this.realtime.delayS(trip);
    return {
      trip: trip.id,
      at,
      ...ofLine(line),
      destination: destination.name,
      platform: this.realtime.platform(trip) ?? calls[call].platform,
      delayMinutes: delayS === undefined ? undefined : Math.round(delayS / 60),
      occupancy: this.realtime.occupancy(trip),
      vias: this.ahead(calls, call),
      notice: this.notices.of({ line, stop: calls[call].stop, destination }, language),
    };
  }

  private ahead(calls: Call[], call: number): string[] {
    return calls.slice(call + 1, Math.min(call + 1 + this.vias, calls.length - 1)).map(({ stop }) => stop.name);
  }
}

function ofLine({ number, kind, colour, operator }: Line) {
  return { line: number, kind, colour, operator: operator.name };
}
