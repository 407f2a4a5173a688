import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../formats/formats.js';
import { type Concerns, type Notices, subjects } from './notices.js';

export class KeptNotices implements Notices {
  /** By subject, then by language. */
  private texts = new Map<string, Map<string, string>>();

  constructor(private readonly folder: string) {
    this.read();
    watch(folder, { persistent: false }, () => this.read());
  }

  of(concerns: Concerns, language: Language): string | undefined {
    for (const subject of subjects(concerns)) {
      const texts = this.texts.get(subject);
      if (texts !== undefined) {
        return texts.get(language) ?? texts.get('en');
      }
    }
    return undefined;
  }

  private read(): void {
    this.texts = new Map();
    for (const name of readdirSync(this.folder)) {
      const [subject, language] = name.split('.');
      const there = this.texts.get(subject) ?? new Map<string, string>();
      there.set(language, readFileSync(join(this.folder, name), 'utf8').trim());
      this.texts.set(subject, there);
    }
  }
}
