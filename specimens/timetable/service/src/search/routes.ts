import { Router } from 'express';
import type { Stops } from '../feed/stops.js';
import { TEXTS } from '../web/texts.js';
import { type Search, wordsOf } from './search.js';

export interface SearchParts {
  search: Search;
  stops: Stops;
  /** Most stops of an answer. */
  hits: number;
}

export function searchRoutes({ search, stops, hits }: SearchParts): Router {
  const routes = Router();

  routes.get('/stops', (request, response) => {
    const beginnings = wordsOf(String(request.query.q ?? ''));
    const found = search.find(beginnings, hits).map((stop) => ({ stop, lines: stops.linesAt(stop) }));
    response.render('search', { lang: 'en', texts: TEXTS.en, q: beginnings.join(' '), mark: marker(beginnings), found });
  });

  routes.get('/api/stops', (request, response) => {
    const found = search.find(wordsOf(String(request.query.q ?? '')), hits);
    response.json(found.map((stop) => ({ id: stop.id, name: stop.name, zone: stop.zone, lines: stops.linesAt(stop).map((l) => l.number) })));
  });

  return routes;
}

/** Sets off what was typed. Made once for each search, since it depends on that. */
function marker(beginnings: string[]): (name: string) => { text: string; typed: boolean }[] {
  if (beginnings.length === 0) {
    return (name) => [{ text: name, typed: false }];
  }
  // words consist of letters and digits only
  const typed = new RegExp(`\\b(${beginnings.join('|')})`, 'giu');
  return (name) => name.split(typed).map((text, i) => ({ text, typed: i % 2 === 1 }));
}
