import type { Response } from 'express';

/** Answers with the rows of a table. */
export interface Table {
  answer(response: Response, rows: Iterable<string>): void;
}
