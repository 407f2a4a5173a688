import type { ErrorObject, JSONSchemaType, ValidateFunction } from 'ajv';
import type { Language } from '../formats/formats.js';
import { BadRequestError } from '../web/errors.js';

/** What may stand in the query of a board. */
export interface BoardQuery {
  at: string;
  lang: Language;
  rows?: number;
  kinds?: string[];
}

export const BOARD_QUERY: JSONSchemaType<BoardQuery> = {
  type: 'object',
  properties: {
    at: { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
    lang: { type: 'string', enum: ['en', 'de', 'fr'], default: 'en' },
    rows: { type: 'integer', minimum: 1, maximum: 100, nullable: true },
    kinds: { type: 'array', items: { type: 'string', enum: ['bus', 'tram', 'train'] }, maxItems: 3, nullable: true },
  },
  required: ['at', 'lang'],
  additionalProperties: false,
};

/** What a passenger wants to be told of. */
export interface AlertWish {
  stop: number;
  kinds: string[];
  times: { from: string; to: string }[];
  days: string[];
  lateFromMinutes: number;
  send: { to: string; language: Language };
}

const TIME = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' } as const;

export const ALERT_WISH: JSONSchemaType<AlertWish> = {
  type: 'object',
  properties: {
    stop: { type: 'integer', minimum: 1 },
    kinds: { type: 'array', items: { type: 'string', enum: ['bus', 'tram', 'train'] }, minItems: 1, uniqueItems: true },
    times: {
      type: 'array',
      items: { type: 'object', properties: { from: TIME, to: TIME }, required: ['from', 'to'], additionalProperties: false },
      minItems: 1,
      maxItems: 4,
    },
    days: { type: 'array', items: { type: 'string', enum: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] }, minItems: 1, uniqueItems: true },
    lateFromMinutes: { type: 'integer', minimum: 1, maximum: 60 },
    send: {
      type: 'object',
      properties: { to: { type: 'string', maxLength: 200 }, language: { type: 'string', enum: ['en', 'de', 'fr'], default: 'en' } },
      required: ['to', 'language'],
      additionalProperties: false,
    },
  },
  required: ['stop', 'kinds', 'times', 'days', 'lateFromMinutes', 'send'],
  additionalProperties: false,
};

/** What Ajv is told: a query is all text. */
export const OPTIONS = { coerceTypes: 'array', useDefaults: true } as const;

/** Checks what came in and fills in what was left out. */
export interface Checks {
  boardQuery(query: object): BoardQuery;
  alertWish(body: object): AlertWish;
}

export function checked<T>(validate: ValidateFunction<T>, value: object): T {
  const own: unknown = { ...value };
  if (validate(own)) {
    return own;
  }
  throw new BadRequestError((validate.errors ?? []).map((e: ErrorObject) => `${e.instancePath || 'it'} ${e.message}`).join(', '));
}
