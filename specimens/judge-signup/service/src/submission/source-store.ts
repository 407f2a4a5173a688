import type { SourceFile } from './submit.dto';

/** Where the judge finds the files of a submission, besides its row. */
export abstract class SourceStore {
  abstract keep(submissionId: number, files: SourceFile[]): Promise<void>;
}

/** The row is enough. */
export class RowOnlySourceStore extends SourceStore {
  async keep(): Promise<void> {}
}
