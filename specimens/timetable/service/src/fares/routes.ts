import { Router } from 'express';
import type { Stops } from '../feed/stops.js';
import { type Formats, type Language, LANGUAGES } from '../formats/formats.js';

/** The tariff: the first that reaches far enough is the price. */
const TARIFF = [
  { zones: 1, cents: 260 },
  { zones: 2, cents: 340 },
  { zones: 3, cents: 450 },
  { zones: 4, cents: 560 },
  { zones: 5, cents: 680 },
  { zones: 7, cents: 890 },
  { zones: 9, cents: 1_120 },
  { zones: 12, cents: 1_480 },
  { zones: 16, cents: 1_950 },
  { zones: Infinity, cents: 2_400 },
];
const REDUCTIONS = [
  { who: 'adult', share: 1 },
  { who: 'child', share: 0.5 },
  { who: 'student', share: 0.6 },
  { who: 'senior', share: 0.7 },
  { who: 'dog', share: 0.5 },
];

export function fareRoutes(stops: Stops, formats: Formats): Router {
  const routes = Router();

  routes.get('/api/fares', (request, response) => {
    const [from, to] = [request.query.from, request.query.to].map((id) => stops.byId(String(id)));
    const lang = LANGUAGES.find((l) => l === request.query.lang) ?? 'en';
    const zones = 1 + Math.abs(from.zone - to.zone);
    const { cents } = TARIFF.find((step) => zones <= step.zones)!;
    response.json({ from: from.name, to: to.name, zones, fares: fares(cents, lang, formats) });
  });

  return routes;
}

function fares(cents: number, lang: Language, formats: Formats) {
  return [...REDUCTIONS]
    .sort((a, b) => a.share - b.share)
    .map(({ who, share }) => ({ who, price: formats.money(Math.ceil((cents * share) / 10) * 10, lang) }));
}
