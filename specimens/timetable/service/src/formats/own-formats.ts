import { type Formats, instant, type Language, LOCALES, MONEY, TIME } from './formats.js';

export class OwnFormats implements Formats {
  time(minutes: number, language: Language): string {
    return instant(minutes).toLocaleTimeString(LOCALES[language], TIME);
  }

  money(cents: number, language: Language): string {
    return (cents / 100).toLocaleString(LOCALES[language], MONEY);
  }
}
