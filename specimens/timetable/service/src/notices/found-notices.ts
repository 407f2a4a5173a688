import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../formats/formats.js';
import { type Concerns, type Notices, subjects } from './notices.js';

export class FoundNotices implements Notices {
  constructor(private readonly folder: string) {}

  of(concerns: Concerns, language: Language): string | undefined {
    for (const subject of subjects(concerns)) {
      for (const file of [`${subject}.${language}.txt`, `${subject}.en.txt`]) {
        const path = join(this.folder, file);
        if (existsSync(path)) {
          return readFileSync(path, 'utf8').trim();
        }
      }
    }
    return undefined;
  }
}
