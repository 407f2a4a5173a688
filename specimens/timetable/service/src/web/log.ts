import pino from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';

/** Bytes that are gathered before they are written. */
const BUFFER = 4096;

/** A line a request. */
export function log(level: string): HttpLogger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: BUFFER });
  return pinoHttp(
    {
      level,
      serializers: { req: ({ id, method, url }) => ({ id, method, url }), res: ({ statusCode }) => ({ statusCode }) },
      autoLogging: { ignore: (request) => request.url === '/health' },
    },
    destination,
  );
}
