import compression from 'compression';
import type { RequestHandler } from 'express';
import { constants } from 'node:zlib';
import type { Settings } from '../settings.js';

/** Answers compressed as the client wants them. */
export function compress({ compression: { kinds, threshold, quality } }: Settings): RequestHandler {
  return compression({
    threshold,
    filter: kinds === 'all' ? () => true : compression.filter,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
  });
}
