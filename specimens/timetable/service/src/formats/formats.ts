export const LANGUAGES = ['en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-AT', fr: 'fr-CH' };

export const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' };
export const MONEY: Intl.NumberFormatOptions = { style: 'currency', currency: 'EUR' };

/** How times and prices are written in a language. */
export interface Formats {
  /** Of minutes since midnight. */
  time(minutes: number, language: Language): string;
  money(cents: number, language: Language): string;
}

export function instant(minutes: number): Date {
  return new Date(minutes * 60_000);
}
