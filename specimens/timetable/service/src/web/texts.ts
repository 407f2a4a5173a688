import type { Language } from '../formats/formats.js';

/** The words of the pages. */
export interface Texts {
  departures: string;
  zone: string;
  platform: string;
  late: (minutes: number) => string;
  onTime: string;
  occupancy: Record<string, string>;
  by: string;
  none: string;
  found: (count: number) => string;
}

export const TEXTS: Record<Language, Texts> = {
  en: {
    departures: 'Departures',
    zone: 'zone',
    platform: 'platform',
    late: (minutes) => `${minutes} min late`,
    onTime: 'on time',
    occupancy: { low: 'plenty of seats', medium: 'a few seats', high: 'standing room' },
    by: 'calls at',
    none: 'Nothing leaves from here today.',
    found: (count) => `${count} stops`,
  },
  de: {
    departures: 'Abfahrten',
    zone: 'Zone',
    platform: 'Steig',
    late: (minutes) => `${minutes} Min. später`,
    onTime: 'pünktlich',
    occupancy: { low: 'viele Plätze frei', medium: 'wenige Plätze frei', high: 'Stehplätze' },
    by: 'hält in',
    none: 'Heute fährt hier nichts mehr.',
    found: (count) => `${count} Haltestellen`,
  },
  fr: {
    departures: 'Départs',
    zone: 'zone',
    platform: 'quai',
    late: (minutes) => `${minutes} min de retard`,
    onTime: "à l'heure",
    occupancy: { low: 'places libres', medium: 'peu de places', high: 'places debout' },
    by: 'dessert',
    none: "Plus aucun départ aujourd'hui.",
    found: (count) => `${count} arrêts`,
  },
};
