import type { Line, Stop } from '../feed/model.js';
import type { Language } from '../formats/formats.js';

/** What a departure has to do with. */
export interface Concerns {
  line: Line;
  stop: Stop;
  destination: Stop;
}

/**
 * What the desk has to say about a departure. It lays files into a folder, named after what they are about and their language
 * (`line-12.de.txt`), and takes them away again.
 */
export interface Notices {
  of(concerns: Concerns, language: Language): string | undefined;
}

/** What a notice may be about, the closest first. */
export function subjects({ line, stop, destination }: Concerns): string[] {
  return [`line-${line.id}`, `stop-${stop.id}`, `stop-${destination.id}`, `operator-${line.operator.id}`];
}
