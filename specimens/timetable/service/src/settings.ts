/** Everything that the environment decides, read once at start. */
export class Settings {
  readonly port = wholeNumber('PORT', 3000);
  readonly logLevel = oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'info');
  /** Folder of the region's feed. */
  readonly feed = text('TIMETABLE_FEED');
  readonly pictures = text('TIMETABLE_PICTURES');

  /** Departures on a board, calls named under each, and stops found by a search. */
  readonly rows = wholeNumber('TIMETABLE_ROWS', 20);
  readonly vias = wholeNumber('TIMETABLE_VIAS', 4);
  readonly hits = wholeNumber('TIMETABLE_HITS', 15);

  readonly departures = oneOf('TIMETABLE_DEPARTURES', ['indexed', 'scanned'], 'indexed');
  readonly departuresHold = oneOf('TIMETABLE_DEPARTURES_HOLD', ['lines', 'trips'], 'lines');
  readonly departuresAre = oneOf('TIMETABLE_DEPARTURES_ARE', ['shared', 'copied'], 'shared');
  readonly search = oneOf('TIMETABLE_SEARCH', ['indexed', 'scanned'], 'indexed');
  readonly realtime = oneOf('TIMETABLE_REALTIME', ['asked', 'tried'], 'asked');
  readonly formats = oneOf('TIMETABLE_FORMATS', ['shared', 'own'], 'shared');
  readonly checks = oneOf('TIMETABLE_CHECKS', ['shared', 'own'], 'shared');
  readonly tables = oneOf('TIMETABLE_TABLES', ['gathered', 'written'], 'gathered');
  readonly notices = oneOf('TIMETABLE_NOTICES', ['kept', 'found'], 'kept');

  readonly compression = {
    kinds: oneOf('TIMETABLE_COMPRESSION_KINDS', ['text', 'all'], 'text'),
    /** Bytes from which an answer is compressed. */
    threshold: wholeNumber('TIMETABLE_COMPRESSION_THRESHOLD', 1024),
    /** Of Brotli: 0 to 11. */
    quality: wholeNumber('TIMETABLE_COMPRESSION_QUALITY', 4),
  };
}

function text(name: string, usual?: string): string {
  const value = process.env[name] ?? usual;
  if (value === undefined) {
    throw new Error(`environment variable ${name} is not set`);
  }
  return value;
}

function wholeNumber(name: string, usual: number): number {
  const value = Number(text(name, String(usual)));
  if (!Number.isInteger(value) || value < 0) {
    throw new Error(`environment variable ${name} needs a whole number from 0, not "${process.env[name]}"`);
  }
  return value;
}

function oneOf<T extends string>(name: string, allowed: readonly T[], usual: T): T {
  const value = text(name, usual);
  const found = allowed.find((a) => a === value);
  if (found === undefined) {
    throw new Error(`environment variable ${name} needs one of ${allowed.join(', ')}, not "${value}"`);
  }
  return found;
}
