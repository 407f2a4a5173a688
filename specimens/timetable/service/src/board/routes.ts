import { Router } from 'express';
import type { Checks } from '../checks/checks.js';
import type { Stops } from '../feed/stops.js';
import type { Formats } from '../formats/formats.js';
import { TEXTS } from '../web/texts.js';
import type { Board } from './board.js';

export interface BoardParts {
  board: Board;
  stops: Stops;
  checks: Checks;
  formats: Formats;
  /** Rows of a board for which nobody asked for another number. */
  rows: number;
  /** What an answer in JSON has of each departure: the row of the board, or the trip with all that belongs to it. */
  hold: 'lines' | 'trips';
}

export function boardRoutes({ board, stops, checks, formats, rows, hold }: BoardParts): Router {
  const routes = Router();

  function asked(id: string, query: object) {
    const { lang, at, rows: wanted = rows, kinds } = checks.boardQuery(query);
    const stop = stops.byId(id);
    return { stop, lang, departures: board.next({ stop, at: minutes(at), rows: wanted, kinds }) };
  }

  routes.get('/stops/:id', (request, response) => {
    const { stop, lang, departures } = asked(request.params.id, request.query);
    response.render('board', { stop, lang, texts: TEXTS[lang], formats, rows: board.rows(departures, lang) });
  });

  routes.get('/api/stops/:id/departures', (request, response) => {
    const { lang, departures } = asked(request.params.id, request.query);
    response.json(hold === 'trips' ? departures : board.rows(departures, lang));
  });

  routes.get('/api/stops/:id', (request, response) => {
    response.json(stops.byId(request.params.id));
  });

  return routes;
}

function minutes(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
