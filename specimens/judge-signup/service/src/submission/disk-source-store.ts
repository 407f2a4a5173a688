import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceStore } from './source-store';
import type { SourceFile } from './submit.dto';

/** A folder for each submission, on disk before the answer: the judge works on files, and a student's work must not be lost. */
export class DiskSourceStore extends SourceStore {
  constructor(private readonly folder: string) {
    super();
  }

  async keep(submissionId: number, files: SourceFile[]): Promise<void> {
    const incoming = join(this.folder, 'incoming', String(submissionId));
    const ready = join(this.folder, 'ready', String(submissionId));
    await mkdir(incoming, { recursive: true });
    for (const file of files) {
      await write(join(incoming, file.name), file.text);
    }
    await flush(incoming);
    // the judge looks into `ready` and never sees half a submission
    await mkdir(join(this.folder, 'ready'), { recursive: true });
    await rename(incoming, ready);
    await flush(join(this.folder, 'ready'));
  }
}

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
