import { type Formats, instant, type Language, LANGUAGES, LOCALES, MONEY, TIME } from './formats.js';

export class SharedFormats implements Formats {
  private readonly times = perLanguage((locale) => new Intl.DateTimeFormat(locale, TIME));
  private readonly prices = perLanguage((locale) => new Intl.NumberFormat(locale, MONEY));

  time(minutes: number, language: Language): string {
    return this.times[language].format(instant(minutes));
  }

  money(cents: number, language: Language): string {
    return this.prices[language].format(cents / 100);
  }
}

function perLanguage<T>(make: (locale: string) => T): Record<Language, T> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(LOCALES[language])])) as Record<Language, T>;
}
