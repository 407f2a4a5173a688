import type { Response } from 'express';
import type { Table } from './table.js';

/** All rows at once. */
export class GatheredTable implements Table {
  answer(response: Response, rows: Iterable<string>): void {
    response.type('text/csv').send([...rows].join(''));
  }
}
