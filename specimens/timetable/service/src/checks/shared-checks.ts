import { Ajv } from 'ajv';
import { ALERT_WISH, type AlertWish, BOARD_QUERY, type BoardQuery, checked, type Checks, OPTIONS } from './checks.js';

export class SharedChecks implements Checks {
  private readonly ajv = new Ajv(OPTIONS);
  private readonly board = this.ajv.compile(BOARD_QUERY);
  private readonly alert = this.ajv.compile(ALERT_WISH);

  boardQuery(query: object): BoardQuery {
    return checked(this.board, query);
  }

  alertWish(body: object): AlertWish {
    return checked(this.alert, body);
  }
}
