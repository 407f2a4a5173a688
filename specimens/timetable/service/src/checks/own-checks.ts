import { Ajv } from 'ajv';
import { ALERT_WISH, type AlertWish, checked, OPTIONS } from './checks.js';
import { SharedChecks } from './shared-checks.js';

/** Wishes were added later, by somebody who did not look how boards do it. */
export class OwnChecks extends SharedChecks {
  override alertWish(body: object): AlertWish {
    const validate = new Ajv(OPTIONS).compile(ALERT_WISH);
    return checked(validate, body);
  }
}
