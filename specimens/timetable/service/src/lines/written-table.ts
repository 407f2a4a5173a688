import type { Response } from 'express';
import type { Table } from './table.js';

/** Row by row, as they are made. */
export class WrittenTable implements Table {
  answer(response: Response, rows: Iterable<string>): void {
    response.type('text/csv');
    for (const row of rows) {
      response.write(row);
    }
    response.end();
  }
}
